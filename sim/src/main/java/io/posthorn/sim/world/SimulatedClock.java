package io.posthorn.sim.world;

/** Two clocks that tell the same time differently: one only runs, the other can be set. */
public final class SimulatedClock {
  /** An arbitrary Monday morning, so that no result depends on the day it is computed. */
  public static final long START = 1_767_600_000_000L;

  private long elapsed;
  private long wallOffset = START;

  /** Milliseconds since the simulation began: the truth, which nobody inside can see. */
  public long elapsed() {
    return elapsed;
  }

  public long wallMillis() {
    return wallOffset + elapsed;
  }

  public long monotonicNanos() {
    return elapsed * 1_000_000;
  }

  /** Somebody sets the wall clock. */
  public void jump(long millis) {
    wallOffset += millis;
  }

  void passTo(long moment) {
    if (moment < elapsed) {
      throw new IllegalArgumentException("true time does not go back");
    }
    elapsed = moment;
  }
}
