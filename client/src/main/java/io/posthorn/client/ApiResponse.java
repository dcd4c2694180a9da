package io.posthorn.client;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * A raw response, for logs and for data that the typed methods do not expose.
 *
 * @param method the method of the call
 * @param uri the address that was called
 * @param status the HTTP status
 */
public record ApiResponse(String method, URI uri, int status, HttpHeaders headers, byte[] body) {
  /** The body as text, without white space around it. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8).strip();
  }

  /** The first value of a header. */
  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** The value of {@code Retry-After}, if it is a number of seconds. */
  Optional<Duration> retryAfter() {
    return header("Retry-After")
        .filter(seconds -> seconds.matches("[0-9]{1,9}"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
  }
}
