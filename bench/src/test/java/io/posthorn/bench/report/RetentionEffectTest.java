package io.posthorn.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RetentionEffectTest {
  @Test
  void the_rate_before_leaves_out_the_warm_up_and_the_rate_during_leaves_out_the_change() {
    List<Double> rates = new ArrayList<>();
    rates.addAll(Collections.nCopies(2, 10.0)); // a fifth of ten: the warm-up
    rates.addAll(Collections.nCopies(8, 100.0));
    rates.addAll(Collections.nCopies(2, 60.0)); // retention begins
    rates.addAll(Collections.nCopies(10, 70.0)); // removes what came at the old rate
    rates.addAll(Collections.nCopies(10, 90.0));

    RetentionEffect effect = RetentionEffect.of(rates, 10);

    assertThat(effect.before()).isEqualTo(100);
    assertThat(effect.during()).isEqualTo(90);
    assertThat(effect.ratio()).isEqualTo(0.9);
    assertThat(effect.deviation()).isZero();
  }

  @Test
  void the_deviation_is_that_of_the_period_that_is_furthest_off() {
    List<Double> rates = new ArrayList<>(Collections.nCopies(18, 100.0));
    for (int period = 0; period < 3; period++) {
      rates.addAll(List.of(100.0, 100.0));
    }
    rates.addAll(List.of(80.0, 80.0));

    assertThat(RetentionEffect.of(rates, 10).deviation()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void a_single_slow_slice_is_not_a_period() {
    List<Double> rates = new ArrayList<>(Collections.nCopies(40, 100.0));
    rates.set(37, 10.0);

    assertThat(RetentionEffect.of(rates, 15).deviation()).isZero();
  }

  @Test
  void a_run_shorter_than_the_retention_has_no_effect_to_show() {
    RetentionEffect effect = RetentionEffect.of(List.of(1.0, 2.0), 10);

    assertThat(effect.ratio()).isNaN();
    assertThat(effect.deviation()).isNaN();
  }
}
