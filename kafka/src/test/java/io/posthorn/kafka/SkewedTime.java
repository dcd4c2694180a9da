package io.posthorn.kafka;

import io.posthorn.engine.TimeSource;
import java.time.Duration;

/** The machine's clocks, with a wall clock that a test can set wrong. */
final class SkewedTime implements TimeSource {
  private volatile long skewMillis;

  void skew(Duration ahead) {
    skewMillis = ahead.toMillis();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis() + skewMillis;
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }
}
