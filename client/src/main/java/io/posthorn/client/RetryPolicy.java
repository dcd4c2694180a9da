package io.posthorn.client;

import java.time.Duration;

/**
 * When a call is tried again by itself.
 *
 * <p>A call that was answered 429, or for which no connection could be made, was not carried out
 * and is tried again, whatever it is. Calls that do no harm when they are carried out twice
 * (reading, changing, deleting, and sending events, which then have ids) are also tried again after
 * 502, 503, 504 and after connections that broke. The waiting time doubles each time and is spread
 * at random, so that many clients do not come back at the same moment; where the server says {@code
 * Retry-After}, that is waited for.
 *
 * @param maxAttempts how often a call is tried in all; 1 for no retries
 * @param firstDelay the waiting time before the second try
 * @param maxDelay the longest waiting time; a server that asks for more is not called again
 */
public record RetryPolicy(int maxAttempts, Duration firstDelay, Duration maxDelay) {
  /** Five tries, 0.2 s after the first, at most 30 s apart. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofMillis(200), Duration.ofSeconds(30));

  /** Every call is tried once. */
  public static final RetryPolicy NONE = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);

  public RetryPolicy {
    if (maxAttempts < 1 || firstDelay.isNegative() || maxDelay.compareTo(firstDelay) < 0) {
      throw new IllegalArgumentException(
          "A retry policy needs at least one attempt, and a maxDelay not below its firstDelay.");
    }
  }

  /** The waiting time after a failed try: exponential, between half and all of it. */
  Duration delayAfter(int attempt, double random) {
    long millis = firstDelay.toMillis() << Math.min(attempt - 1, 20);
    long limited = Math.min(millis, maxDelay.toMillis());
    return Duration.ofMillis((long) (limited * (0.5 + random / 2)));
  }
}
