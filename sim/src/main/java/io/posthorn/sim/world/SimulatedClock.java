package io.posthorn.sim.world;

/** The time of a simulation, its monotonic clock, and a wall clock that can be set. */
public final class SimulatedClock {
  private final long start;
  private long elapsed;
  private long jumped;

  /**
   * Creates a clock.
   *
   * @param start the wall clock at the start, in milliseconds since the epoch
   */
  SimulatedClock(long start) {
    this.start = start;
  }

  /** Milliseconds since the simulation began; nothing inside the host sees this. */
  public long elapsed() {
    return elapsed;
  }

  /** The time of a wall clock that is never set. */
  public long trueMillis() {
    return start + elapsed;
  }

  public long wallMillis() {
    return start + jumped + elapsed;
  }

  public long monotonicNanos() {
    return elapsed * 1_000_000;
  }

  /** Sets the wall clock forwards or backwards. */
  void jump(long millis) {
    jumped += millis;
  }

  void passTo(long time) {
    if (time < elapsed) {
      throw new IllegalArgumentException("elapsed time does not go back");
    }
    elapsed = time;
  }
}
