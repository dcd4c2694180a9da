package io.posthorn.sim;

import java.time.Duration;
import java.util.SortedMap;

/**
 * What a seed's run came to.
 *
 * @param tally what came out of the host, counted by kind
 * @param hash of all that crossed the boundary: the same seed gives the same one
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
