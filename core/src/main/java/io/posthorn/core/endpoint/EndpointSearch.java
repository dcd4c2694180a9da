package io.posthorn.core.endpoint;

import java.util.Locale;

/**
 * The search text of a list of endpoints: a part of the URL, in any case, or the id. The list and
 * the command that enables the endpoints of a list use the same rule.
 *
 * @param text in lower case; empty matches every endpoint
 */
public record EndpointSearch(String text) {
  /** Matches every endpoint. */
  public static final EndpointSearch ALL = new EndpointSearch("");

  public static EndpointSearch of(String text) {
    return new EndpointSearch(text.strip().toLowerCase(Locale.ROOT));
  }

  public boolean isAll() {
    return text.isEmpty();
  }

  public boolean matches(EndpointId id, String url) {
    return isAll()
        || url.toLowerCase(Locale.ROOT).contains(text)
        || id.toString().toLowerCase(Locale.ROOT).equals(text);
  }
}
