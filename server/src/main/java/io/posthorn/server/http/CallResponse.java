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
public record CallResponse(
    int status, Map<String, String> headers, byte[] body, @Nullable Stream stream) {
  private static final byte[] NOTHING = {};

  public CallResponse(int status, Map<String, String> headers, byte[] body) {
    this(status, headers, body, null);
  }

  /** Writes an open-ended body until the client disconnects. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  public static CallResponse streaming(String contentType, Stream stream) {
    return new CallResponse(200, Map.of("Content-Type", contentType), NOTHING, stream);
  }

  public static CallResponse json(int status, JsonBody body) {
    return new CallResponse(status, Map.of("Content-Type", "application/json"), body.toBytes());
  }

  public static CallResponse ok(JsonBody body) {
    return json(200, body);
  }

  public static CallResponse empty(int status) {
    return new CallResponse(status, Map.of(), NOTHING);
  }

  public static CallResponse text(int status, String contentType, byte[] body) {
    return new CallResponse(status, Map.of("Content-Type", contentType), body);
  }

  public static CallResponse of(Problem problem) {
    JsonBody body =
        json -> {
          json.writeStartObject();
          json.writeStringField("type", "about:blank");
          json.writeStringField("title", problem.title());
          json.writeNumberField("status", problem.status());
          json.writeStringField("code", problem.code().text());
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
    CallResponse response =
        new CallResponse(
            problem.status(), Map.of("Content-Type", "application/problem+json"), body.toBytes());
    return problem.status() == 401
        ? response.with("WWW-Authenticate", "Bearer realm=\"posthorn\"")
        : response;
  }

  public CallResponse with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new CallResponse(status, more, body, stream);
  }

  /** Adds {@code Retry-After} in whole seconds, rounded up. */
  public CallResponse retryAfter(Duration time) {
    return with("Retry-After", String.valueOf(Math.max(1, time.plusMillis(999).toSeconds())));
  }
}
