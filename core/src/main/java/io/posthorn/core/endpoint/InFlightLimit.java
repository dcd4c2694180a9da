package io.posthorn.core.endpoint;

/**
 * The limit on an endpoint's requests in flight. It grows with quick successes and halves on signs
 * of overload. A quarter of it is for retries, the rest for first attempts, so that neither lane
 * waits for the other.
 */
public final class InFlightLimit {
  /** The limit of a new endpoint. */
  public static final int START = 4;

  /**
   * The limit after disabled, frozen or paused: a single request tests whether the endpoint is up.
   */
  public static final int AFTER_HOLD = 1;

  /** A success within this time raises the limit by one. */
  public static final long QUICK_MILLIS = 1_000;

  private int limit;

  public InFlightLimit(int limit) {
    this.limit = limit;
  }

  /** A request succeeded. */
  public void succeeded(long durationMillis, int most) {
    if (durationMillis <= QUICK_MILLIS) {
      limit = Math.min(limit + 1, most);
    }
  }

  /** A request failed in a way that hints at overload. */
  public void overloaded(int most) {
    // Half of the limit in effect: the configured maximum may be far below the earned limit.
    limit = Math.max(1, current(most) / 2);
  }

  public void afterHold() {
    limit = AFTER_HOLD;
  }

  /** The limit, never above the endpoint's configured maximum. */
  public int current(int most) {
    return Math.min(limit, most);
  }

  /** The part of a limit that is for retries; with a limit of one the lanes alternate. */
  public static int forRetries(int limit) {
    return limit < 2 ? 1 : Math.max(1, limit / 4);
  }

  /** The part of a limit that is for first attempts. */
  public static int forFirstAttempts(int limit) {
    return limit < 2 ? 1 : limit - forRetries(limit);
  }
}
