package io.posthorn.e2e.harness;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a receiver answers to a request.
 *
 * @param delay how long it takes about it; more than a receiver lives is never
 */
public record Reply(int status, Duration delay, Map<String, String> headers, String body) {
  public static final Reply OK = status(200);

  /** No answer as long as the receiver lives. */
  public static final Reply HANG = OK.after(Duration.ofDays(1));

  public static Reply status(int status) {
    return new Reply(status, Duration.ZERO, Map.of(), "answered " + status);
  }

  public Reply after(Duration other) {
    return new Reply(status, other, headers, body);
  }

  public Reply with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new Reply(status, delay, more, body);
  }

  public Reply retryAfter(Duration wait) {
    return with("Retry-After", Long.toString(wait.toSeconds()));
  }

  public Reply saying(String other) {
    return new Reply(status, delay, headers, other);
  }
}
