package io.posthorn.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
  private final LatencyHistogram latency = new LatencyHistogram();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 9, 10, 17, 100, 999, 1_000, 5_000, 30_000, 90_000})
  void a_percentile_is_within_10_percent_or_a_millisecond_of_the_truth(long millis) {
    latency.add(millis);

    double distance = Math.abs(latency.percentile(0.5) - millis);
    assertThat(distance).isLessThanOrEqualTo(Math.max(1, millis * 0.1));
  }

  @Test
  void percentiles_stand_where_their_share_of_attempts_is_reached() {
    for (int i = 0; i < 90; i++) {
      latency.add(10);
    }
    for (int i = 0; i < 10; i++) {
      latency.add(1_000);
    }

    assertThat(latency.percentile(0.50)).isEqualTo(10);
    assertThat(latency.percentile(0.90)).isEqualTo(10);
    assertThat(latency.percentile(0.91)).isBetween(900L, 1_100L);
    assertThat(latency.percentile(1)).isBetween(900L, 1_100L);
  }

  @Test
  void a_duration_beyond_the_last_bucket_is_counted_in_it() {
    latency.add(Long.MAX_VALUE);
    latency.add(0);

    assertThat(latency.total()).isEqualTo(2);
    assertThat(latency.percentile(1)).isGreaterThan(80_000);
    assertThat(latency.percentile(0.5)).isEqualTo(1);
  }

  @Test
  void without_attempts_there_is_no_latency() {
    assertThat(latency.total()).isZero();
    assertThat(latency.percentile(0.5)).isZero();
  }

  @Test
  void it_is_read_as_it_was_written() {
    latency.add(7);
    latency.add(7);
    latency.add(40_000);
    ByteWriter out = new ByteWriter(8);
    latency.write(out);
    LatencyHistogram read = new LatencyHistogram();
    read.read(new ByteReader(out.toBytes()));

    assertThat(read.total()).isEqualTo(3);
    assertThat(read.percentile(0.5)).isEqualTo(7);
    assertThat(read.percentile(1)).isEqualTo(latency.percentile(1));
    assertThat(out.toBytes()).hasSizeLessThan(8);
  }
}
