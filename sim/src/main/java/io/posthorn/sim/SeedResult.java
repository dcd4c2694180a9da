package io.posthorn.sim;

import java.time.Duration;
import java.util.SortedMap;

/**
 * The result of a seed's run.
 *
 * @param tally the number of effects of each kind
 * @param hash the hash of the trace: the same seed gives the same one
 */
public record SeedResult(
    long seed,
    Duration simulated,
    int messages,
    long turns,
    SortedMap<String, Long> tally,
    long hash) {
  public long crashes() {
    return tally.getOrDefault("crashes", 0L);
  }

  public long attempts() {
    return tally.getOrDefault("attempts", 0L) + tally.getOrDefault("probes", 0L);
  }
}
