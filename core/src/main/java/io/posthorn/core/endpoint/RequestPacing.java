package io.posthorn.core.endpoint;

/**
 * The rate limit of an endpoint, {@code maxPerSecond}: it spreads requests evenly, so that there is
 * no burst, not even after a pause.
 *
 * <p>Counted in microseconds, so that limits that do not divide a second lose nothing by rounding.
 * Above 1,000 a second several requests share a millisecond. Not stored: after a restart the first
 * request starts at once.
 */
public final class RequestPacing {
  private long nextMicros;

  /** The time of the next request, rounded down to the millisecond. */
  public long opensAt(int maxPerSecond) {
    return maxPerSecond == 0 ? 0 : Math.floorDiv(nextMicros, 1_000L);
  }

  public void started(long now, int maxPerSecond) {
    if (maxPerSecond > 0) {
      nextMicros = Math.max(nextMicros, now * 1_000) + gap(maxPerSecond);
    }
  }

  private static long gap(int maxPerSecond) {
    return Math.ceilDiv(1_000_000L, maxPerSecond);
  }
}
