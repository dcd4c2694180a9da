package io.posthorn.embedded;

import io.posthorn.engine.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Clocks that a test moves. */
final class ManualTime implements TimeSource {
  /** 2026-01-01T00:00:00Z. */
  static final long START = 1_767_225_600_000L;

  private final AtomicLong wall;
  private final AtomicLong monotonic = new AtomicLong();

  ManualTime() {
    this(START);
  }

  ManualTime(long now) {
    wall = new AtomicLong(now);
  }

  @Override
  public long wallMillis() {
    return wall.get();
  }

  @Override
  public long monotonicNanos() {
    return monotonic.get();
  }

  void pass(Duration time) {
    monotonic.addAndGet(time.toNanos());
    wall.addAndGet(time.toMillis());
  }

  /** Sets the wall clock; the monotonic clock is unaffected. */
  void setWall(long millis) {
    wall.set(millis);
  }
}
