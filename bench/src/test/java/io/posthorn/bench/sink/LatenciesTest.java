package io.posthorn.bench.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LatenciesTest {
  @ParameterizedTest
  @CsvSource({"0.5, 50000", "0.9, 90000", "0.99, 99000", "0.999, 99900"})
  void a_percentile_is_the_value_that_so_many_are_at_or_below(double share, double expected) {
    Latencies latencies = new Latencies();
    for (int value = 1; value <= 100_000; value++) {
      latencies.add(value);
    }
    assertThat((double) latencies.percentile(share)).isCloseTo(expected, within(expected * 0.016));
  }

  @Test
  void small_values_are_exact_and_a_clock_that_is_behind_counts_as_nothing() {
    Latencies latencies = new Latencies();
    latencies.add(127);
    assertThat(latencies.percentile(1)).isEqualTo(127);
    latencies.clear();
    latencies.add(-5);
    assertThat(latencies.percentile(0.5)).isZero();
    assertThat(latencies.count()).isEqualTo(1);
  }
}
