package io.posthorn.bench.process;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Microseconds since 1970, the same for all processes of a machine, and cheap to ask for. */
@SuppressWarnings("TimeInStaticInitializer") // meant: the base that the steady clock is added to
public final class WallClock {
  private static final long BASE =
      ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - System.nanoTime() / 1_000;

  private WallClock() {}

  public static long micros() {
    return BASE + System.nanoTime() / 1_000;
  }
}
