package io.posthorn.sim;

import java.time.Duration;
import java.util.List;

/** The failure of a seed that broke an invariant, with everything needed to reproduce it. */
public final class SimulationFailure extends RuntimeException {
  private final long seed;
  private final String invariant;
  private final transient List<String> lastLines;

  SimulationFailure(
      long seed,
      String invariant,
      String reason,
      Duration at,
      List<String> lastLines,
      Throwable cause) {
    super(
        """
        Seed %d broke an invariant after %s: %s
          %s
        Repeat it with: ./posthorn simulate --seed %d"""
            .formatted(seed, at, invariant, reason, seed),
        cause);
    this.seed = seed;
    this.invariant = invariant;
    this.lastLines = List.copyOf(lastLines);
  }

  public long seed() {
    return seed;
  }

  public String invariant() {
    return invariant;
  }

  /** The last lines of the trace. */
  public List<String> lastLines() {
    return lastLines;
  }
}
