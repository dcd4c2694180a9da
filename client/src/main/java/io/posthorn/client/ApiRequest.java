package io.posthorn.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of the API, as it is to be made.
 *
 * @param path under the server's address, encoded
 * @param body JSON; null for none
 * @param repeatable whether it does no harm when it is carried out twice
 * @param timeout null for the client's
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

  /** A GET outside of the API, such as {@code /metrics}. */
  static ApiRequest getPlain(String path) {
    return new ApiRequest("GET", path, Map.of(), null, true, null);
  }

  /** A path of segments, each of which may hold anything. */
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

  /** Says whether it may be carried out twice. */
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
