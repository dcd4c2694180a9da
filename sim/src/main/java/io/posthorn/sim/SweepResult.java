package io.posthorn.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of a sweep.
 *
 * @param tally the number of effects of each kind
 */
public record SweepResult(
    long passed,
    List<SimulationFailure> failures,
    Duration simulated,
    long messages,
    SortedMap<String, Long> tally) {

  /** Adds up the results of seeds. */
  static final class Sum {
    private final List<SimulationFailure> failures = new ArrayList<>();
    private final SortedMap<String, Long> tally = new TreeMap<>();
    private Duration simulated = Duration.ZERO;
    private long passed;
    private long messages;

    void add(SeedResult result) {
      passed++;
      simulated = simulated.plus(result.simulated());
      messages += result.messages();
      result.tally().forEach((kind, count) -> tally.merge(kind, count, Long::sum));
    }

    void add(SimulationFailure failure) {
      failures.add(failure);
    }

    SweepResult result() {
      return new SweepResult(passed, List.copyOf(failures), simulated, messages, tally);
    }
  }
}
