package io.posthorn.client;

import java.time.Duration;

/**
 * The policy for automatic retries of calls.
 *
 * <p>A call with a 429 response, or without a connection, was not executed and is always retried.
 * Idempotent calls (reads, updates, deletes, and sending events, which have ids) are also retried
 * after 502, 503, 504 and after a lost connection. The delay doubles each time, with jitter, so
 * that many clients do not retry at the same time; {@code Retry-After} takes precedence.
 *
 * @param maxAttempts the total number of tries; 1 for no retries
 * @param firstDelay the delay before the first retry
 * @param maxDelay the longest delay; if the server asks for more, the call fails
 */
public record CallRetryPolicy(int maxAttempts, Duration firstDelay, Duration maxDelay) {
  /** Five tries, starting with a delay of 0.2 s, at most 30 s. */
  public static final CallRetryPolicy DEFAULT =
      new CallRetryPolicy(5, Duration.ofMillis(200), Duration.ofSeconds(30));

  /** No retries. */
  public static final CallRetryPolicy NONE = new CallRetryPolicy(1, Duration.ZERO, Duration.ZERO);

  public CallRetryPolicy {
    if (maxAttempts < 1 || firstDelay.isNegative() || maxDelay.compareTo(firstDelay) < 0) {
      throw new IllegalArgumentException(
          "A retry policy needs at least one attempt, and a maxDelay not below its firstDelay.");
    }
  }

  /** The delay after a failed try: exponential, with jitter between half and all of it. */
  Duration delayAfter(int attempt, double random) {
    long millis = firstDelay.toMillis() << Math.min(attempt - 1, 20);
    long limited = Math.min(millis, maxDelay.toMillis());
    return Duration.ofMillis((long) (limited * (0.5 + random / 2)));
  }
}
