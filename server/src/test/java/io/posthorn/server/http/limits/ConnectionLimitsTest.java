package io.posthorn.server.http.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConnectionLimitsTest {
  private static final long MIB = 1L << 20;

  @ParameterizedTest
  @CsvSource({"76, 19", "128, 32", "256, 34", "512, 64", "8000, 256"})
  void large_requests_share_an_eighth_of_the_heap_but_one_of_them_never_fills_it(
      long heap, long total) {
    assertThat(ConnectionLimits.totalBytes(heap * MIB) / MIB).isEqualTo(total);
  }
}
