package io.posthorn.receiver;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A request as it arrived at a receiver.
 *
 * @param at its arrival by the wall clock
 * @param nanoTime its arrival by {@link System#nanoTime}
 * @param method the HTTP method
 * @param from the address of the sender
 * @param path the request target: path and query
 * @param occurrence how often its {@code webhook-id} has arrived, this time included; 1 without an
 *     id
 * @param bytes the body
 */
public record ReceivedRequest(
    Instant at,
    long nanoTime,
    String from,
    String method,
    String path,
    HttpHeaders headers,
    long occurrence,
    byte[] bytes) {

  /** The message's id ({@code webhook-id}), the same for all attempts; empty without one. */
  public String id() {
    return header("webhook-id");
  }

  /** The first value of a header, whatever the case of its name; empty without one. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** The body as UTF-8 text. */
  public String body() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
