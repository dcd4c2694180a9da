package io.posthorn.core.shard.protocol;

/**
 * A shard's clock: the wall clock, except that it never moves backward. After a backward jump it
 * continues at the pace of the monotonic clock until the wall clock has caught up. It follows
 * forward jumps. Thread-safe, so that readers have the time of the shard too.
 */
public final class MonotonicWallClock {
  private long latest;
  private long monotonicAtLatest;

  /**
   * Starts where the shard left off.
   *
   * @param latest the latest time that the shard saw before
   */
  public MonotonicWallClock(long latest, long monotonicNanos) {
    this.latest = latest;
    this.monotonicAtLatest = monotonicNanos;
  }

  /** Moves the clock on to a time, if it is behind. */
  public synchronized void reach(long time, long monotonicNanos) {
    if (time > latest) {
      latest = time;
      monotonicAtLatest = monotonicNanos;
    }
  }

  /** The time now, in milliseconds, given what both clocks say. */
  public synchronized long at(long wallMillis, long monotonicNanos) {
    if (wallMillis >= latest) {
      latest = wallMillis;
      monotonicAtLatest = monotonicNanos;
      return latest;
    }
    long passed = (monotonicNanos - monotonicAtLatest) / 1_000_000;
    latest += passed;
    monotonicAtLatest += passed * 1_000_000; // the rest of a millisecond counts the next time
    return latest;
  }
}
