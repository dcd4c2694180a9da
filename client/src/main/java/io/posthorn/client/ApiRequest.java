package io.posthorn.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An API call before it is sent.
 *
 * @param path the encoded path below the server's address
 * @param body JSON; null for none
 * @param repeatable whether the call is idempotent
 * @param timeout null for the client's timeout
 */
record ApiRequest(
    String method,
    String path,
    Map<String, String> query,
    byte @Nullable [] body,
    boolean repeatable,
    @Nullable Duration timeout) {
  private static final String API = "/api/v1";

  static ApiRequest get(String... segments) {
    return new ApiRequest("GET", path(segments), Map.of(), null, true, null);
  }

  static ApiRequest delete(String... segments) {
    return new ApiRequest("DELETE", path(segments), Map.of(), null, true, null);
  }

  static ApiRequest put(String... segments) {
    return new ApiRequest("PUT", path(segments), Map.of(), null, true, null);
  }

  static ApiRequest patch(String... segments) {
    return new ApiRequest("PATCH", path(segments), Map.of(), null, true, null);
  }

  static ApiRequest post(String... segments) {
    return new ApiRequest("POST", path(segments), Map.of(), null, false, null);
  }

  /** A GET outside the API, such as {@code /metrics}. */
  static ApiRequest getPlain(String path) {
    return new ApiRequest("GET", path, Map.of(), null, true, null);
  }

  /** A path of segments, each of which is encoded. */
  private static String path(String... segments) {
    StringBuilder path = new StringBuilder(API);
    for (String segment : segments) {
      path.append('/').append(encoded(segment).replace("+", "%20"));
    }
    return path.toString();
  }

  ApiRequest with(Map<String, String> parameters) {
    Map<String, String> all = new LinkedHashMap<>(query);
    all.putAll(parameters);
    return new ApiRequest(method, path, all, body, repeatable, timeout);
  }

  ApiRequest with(String name, @Nullable Object value) {
    return value == null ? this : with(Map.of(name, value.toString()));
  }

  ApiRequest body(Object json) {
    return body(JsonMapping.write(json));
  }

  ApiRequest body(byte[] json) {
    return new ApiRequest(method, path, query, json, repeatable, timeout);
  }

  /** Sets whether the call is idempotent. */
  ApiRequest repeatable(boolean harmless) {
    return new ApiRequest(method, path, query, body, harmless, timeout);
  }

  ApiRequest timeout(Duration longest) {
    return new ApiRequest(method, path, query, body, repeatable, longest);
  }

  /** Path and query. */
  String target() {
    StringBuilder target = new StringBuilder(path);
    char separator = '?';
    for (Map.Entry<String, String> parameter : query.entrySet()) {
      target.append(separator).append(parameter.getKey()).append('=');
      target.append(encoded(parameter.getValue()));
      separator = '&';
    }
    return target.toString();
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
