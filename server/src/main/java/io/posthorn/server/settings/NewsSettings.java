package io.posthorn.server.settings;

import io.posthorn.core.url.TargetUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where every customer's news goes, for the operator.
 *
 * @param url null for nowhere
 * @param secret what it is signed with; null where there is no URL
 */
public record NewsSettings(@Nullable TargetUrl url, @Nullable Secret secret) {
  private static final Setting<TargetUrl> URL =
      Setting.optional(
          "news.url", ValueTypes.URL, "none", "A URL that gets every customer's news, for you.");

  private static final Setting<Secret> SECRET =
      Setting.optional(
          "news.secret",
          Secret.SIGNING_SECRET,
          "none",
          "What messages to news.url are signed with, as whsec_...");

  static final List<Setting<?>> ALL = List.of(URL, SECRET);

  static NewsSettings of(Values values) {
    NewsSettings news = new NewsSettings(values.find(URL), values.find(SECRET));
    if (news.url == null && news.secret != null) {
      throw values.refused(SECRET, "it needs news.url too; set both, or remove it");
    }
    if (news.url != null && news.secret == null) {
      throw values.refused(URL, "it needs news.secret too; set both, or remove it");
    }
    return news;
  }
}
