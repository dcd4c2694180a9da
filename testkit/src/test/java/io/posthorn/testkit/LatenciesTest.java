package io.posthorn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LatenciesTest {
  @ParameterizedTest
  @CsvSource({"50, 50000", "90, 90000", "99, 99000", "99.9, 99900", "100, 100000"})
  void a_percentile_is_the_value_that_this_share_does_not_exceed(double percent, long expected) {
    Latencies latencies = new Latencies();
    for (int value = 1; value <= 100_000; value++) {
      latencies.recordMicros(value);
    }

    assertThat(latencies.percentile(percent).toNanos() / 1e3)
        .isCloseTo((double) expected, within(expected * 0.001));
  }

  @Test
  void a_negative_duration_counts_as_zero() {
    Latencies latencies = new Latencies();

    latencies.record(Duration.ofMillis(-5));

    assertThat(latencies.percentile(50)).isZero();
    assertThat(latencies.count()).isEqualTo(1);
  }

  @Test
  void taking_a_snapshot_resets_the_histogram() {
    Latencies latencies = new Latencies();
    latencies.recordMicros(1_000);

    assertThat(latencies.takePercentiles().count()).isEqualTo(1);
    assertThat(latencies.takePercentiles()).isEqualTo(new Latencies.Percentiles(0, 0, 0, 0, 0, 0));
  }

  @Test
  void long_durations_are_recorded_too() {
    Latencies latencies = new Latencies();

    latencies.record(Duration.ofHours(3));

    assertThat(latencies.percentile(100)).isGreaterThanOrEqualTo(Duration.ofMinutes(179));
  }
}
