package io.posthorn.e2e.isolation;

import java.time.Duration;
import java.util.List;

/** How long each message took, from the moment its event was to be posted to its arrival. */
record Latencies(List<Duration> sorted) {
  Latencies {
    sorted = sorted.stream().sorted().toList();
  }

  Duration percentile(int percent) {
    return sorted.get((sorted.size() - 1) * percent / 100);
  }

  @Override
  public String toString() {
    return "p50 %,5d ms   p99 %,5d ms   max %,5d ms   (%,d messages)"
        .formatted(
            percentile(50).toMillis(),
            percentile(99).toMillis(),
            percentile(100).toMillis(),
            sorted.size());
  }
}
