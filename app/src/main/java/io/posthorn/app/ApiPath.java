package io.posthorn.app;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The path of a call, with its query. */
final class ApiPath {
  private final StringBuilder text;
  private char separator = '?';

  private ApiPath(String text) {
    this.text = new StringBuilder(text);
  }

  /** A path of segments, each of which may hold anything. */
  static ApiPath of(String... segments) {
    StringBuilder path = new StringBuilder();
    for (String segment : segments) {
      path.append('/').append(encoded(segment).replace("+", "%20"));
    }
    return new ApiPath(path.toString());
  }

  /** Adds a parameter where there is one. */
  ApiPath with(String name, @Nullable Object value) {
    if (value != null) {
      text.append(separator).append(name).append('=').append(encoded(value.toString()));
      separator = '&';
    }
    return this;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
