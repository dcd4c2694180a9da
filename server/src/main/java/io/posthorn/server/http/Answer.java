package io.posthorn.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The response to a call: status, headers and body.
 *
 * @param stream writes an open-ended body; null if {@code body} is the whole body
 */
public record Answer(
    int status, Map<String, String> headers, byte[] body, @Nullable Stream stream) {
  private static final byte[] NOTHING = {};

  public Answer(int status, Map<String, String> headers, byte[] body) {
    this(status, headers, body, null);
  }

  /** Writes an open-ended body until the client disconnects. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  public static Answer streaming(String contentType, Stream stream) {
    return new Answer(200, Map.of("Content-Type", contentType), NOTHING, stream);
  }

  public static Answer json(int status, JsonBody body) {
    return new Answer(status, Map.of("Content-Type", "application/json"), body.toBytes());
  }

  public static Answer ok(JsonBody body) {
    return json(200, body);
  }

  public static Answer empty(int status) {
    return new Answer(status, Map.of(), NOTHING);
  }

  public static Answer text(int status, String contentType, byte[] body) {
    return new Answer(status, Map.of("Content-Type", contentType), body);
  }

  public static Answer of(Problem problem) {
    JsonBody body =
        json -> {
          json.writeStartObject();
          json.writeStringField("type", "about:blank");
          json.writeStringField("title", problem.title());
          json.writeNumberField("status", problem.status());
          json.writeStringField("detail", problem.detail());
          if (!problem.errors().isEmpty()) {
            json.writeArrayFieldStart("errors");
            for (var error : problem.errors()) {
              json.writeStartObject();
              json.writeStringField("pointer", error.pointer());
              json.writeStringField("detail", error.detail());
              json.writeEndObject();
            }
            json.writeEndArray();
          }
          json.writeEndObject();
        };
    return new Answer(
        problem.status(), Map.of("Content-Type", "application/problem+json"), body.toBytes());
  }

  public Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, more, body, stream);
  }

  /** Adds {@code Retry-After} in whole seconds, rounded up. */
  public Answer retryAfter(Duration time) {
    return with("Retry-After", String.valueOf(Math.max(1, time.plusMillis(999).toSeconds())));
  }
}
