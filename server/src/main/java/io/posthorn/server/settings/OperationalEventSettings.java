package io.posthorn.server.settings;

import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.url.TargetUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operator's own endpoint, which receives the operational events of all customers.
 *
 * @param url null for none
 * @param secret signs the requests; null without a URL
 */
public record OperationalEventSettings(
    @Nullable TargetUrl url, @Nullable Secret secret, PayloadFormat format) {
  private static final Setting<TargetUrl> URL =
      Setting.optional(
          "operational-events.url",
          ValueTypes.URL,
          "none",
          "The operator's URL, which receives the operational events of all customers.");

  private static final Setting<Secret> SECRET =
      Setting.optional(
          "operational-events.secret",
          Secret.SIGNING_SECRET,
          "none",
          "The signing secret for operational-events.url, as whsec_...");

  private static final Setting<PayloadFormat> FORMAT =
      Setting.of(
          "operational-events.format",
          ValueTypes.oneOf(PayloadFormat.class),
          "workfront",
          "The format of the messages to operational-events.url; slack for an incoming webhook of"
              + " Slack.");

  static final List<Setting<?>> ALL = List.of(URL, SECRET, FORMAT);

  static OperationalEventSettings of(Values values) {
    TargetUrl url = values.find(URL);
    Secret secret = values.find(SECRET);
    if (url == null && secret != null) {
      throw values.refused(SECRET, "it needs operational-events.url too; set both, or remove it");
    }
    if (url != null && secret == null) {
      throw values.refused(URL, "it needs operational-events.secret too; set both, or remove it");
    }
    return new OperationalEventSettings(url, secret, values.get(FORMAT));
  }
}
