package io.posthorn.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PairedRatioTest {
  @Test
  void a_disturbance_of_both_versions_is_not_noise() {
    PairedRatio ratio = PairedRatio.of(List.of(90.0, 45.0, 9.0), List.of(100.0, 50.0, 10.0));

    assertThat(ratio.mean()).isCloseTo(0.9, within(1e-9));
    assertThat(ratio.isBelowOne()).isTrue();
    assertThat(ratio.isAboveOne()).isFalse();
  }

  @Test
  void a_difference_within_the_spread_is_not_significant() {
    PairedRatio ratio =
        PairedRatio.of(List.of(90.0, 104.0, 97.0, 106.0), List.of(100.0, 100.0, 100.0, 100.0));

    assertThat(ratio.mean()).isBetween(0.98, 1.0);
    assertThat(ratio.isBelowOne()).isFalse();
    assertThat(ratio.isAboveOne()).isFalse();
    assertThat(ratio.lowest()).isEqualTo(0.9);
    assertThat(ratio.highest()).isEqualTo(1.06);
  }

  @Test
  void the_interval_is_that_of_students_t() {
    // Logarithms 0.1, 0.2, 0.3: mean 0.2, standard error 0.1 / sqrt(3), t(2) = 4.303.
    PairedRatio ratio =
        PairedRatio.of(
            List.of(Math.exp(0.1), Math.exp(0.2), Math.exp(0.3)), List.of(1.0, 1.0, 1.0));

    assertThat(Math.log(ratio.low())).isCloseTo(0.2 - 0.24844, within(1e-4));
    assertThat(Math.log(ratio.high())).isCloseTo(0.2 + 0.24844, within(1e-4));
  }

  @Test
  void one_pair_is_too_few() {
    PairedRatio ratio = PairedRatio.of(List.of(50.0), List.of(100.0));

    assertThat(ratio.low()).isNaN();
    assertThat(ratio.isBelowOne()).isFalse();
  }
}
