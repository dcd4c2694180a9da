package io.posthorn.embedded;

import io.posthorn.engine.FreeSpace;
import io.posthorn.engine.TimeSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The check that the volume has enough free space for events. Callers trigger the check, at most
 * about once a second, so no thread is needed and the intake reopens by itself.
 */
final class SpaceGuard {
  private static final long INTERVAL_NANOS = 1_000_000_000;

  private final FreeSpace space;
  private final long least;
  private final TimeSource time;
  private final AtomicLong checkedAt;
  private volatile long free;

  SpaceGuard(FreeSpace space, long least, TimeSource time) {
    this.space = space;
    this.least = least;
    this.time = time;
    free = space.bytes();
    checkedAt = new AtomicLong(time.monotonicNanos());
  }

  boolean enough() {
    long now = time.monotonicNanos();
    long before = checkedAt.get();
    if (now - before >= INTERVAL_NANOS && checkedAt.compareAndSet(before, now)) {
      free = space.bytes();
    }
    return free >= least;
  }

  /** The free bytes at the last check. */
  long free() {
    return free;
  }
}
