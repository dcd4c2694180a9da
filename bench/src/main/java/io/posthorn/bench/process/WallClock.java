package io.posthorn.bench.process;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A cheap microsecond clock that all processes of a machine share. */
@SuppressWarnings(
    "TimeInStaticInitializer") // intended: the base that the monotonic clock is added to
public final class WallClock {
  private static final long BASE =
      ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - System.nanoTime() / 1_000;

  private WallClock() {}

  public static long micros() {
    return BASE + System.nanoTime() / 1_000;
  }
}
