package io.posthorn.e2e.harness;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A request as a receiver got it.
 *
 * @param nanos its arrival by the monotonic clock
 * @param at its arrival by the wall clock
 */
public record Delivery(
    long nanos, Instant at, String method, String path, HttpHeaders headers, byte[] bytes) {

  /** The message's id, the same over all its attempts. */
  public String id() {
    return header("webhook-id");
  }

  /** The value of a header, empty where there is none. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  public String body() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public JsonNode json() {
    return Heard.parse(body());
  }
}
