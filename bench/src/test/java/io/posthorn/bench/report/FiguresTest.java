package io.posthorn.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FiguresTest {
  @Test
  void the_median_is_the_middle_one_or_half_way_between_two() {
    assertThat(new Series("", "", List.of(9.0, 1.0, 5.0)).median()).isEqualTo(5);
    assertThat(new Series("", "", List.of(1.0, 2.0)).median()).isEqualTo(1.5);
  }

  @Test
  void series_are_compared_round_by_round_so_that_a_drift_cancels_out() {
    Series slowing = new Series("one", "/s", List.of(50.0, 40.0, 5.0));
    Series beside = new Series("other", "/s", List.of(100.0, 80.0, 10.0));

    assertThat(slowing.against(beside).rounds()).containsExactly(0.5, 0.5, 0.5);
    assertThat(slowing.against(beside).name()).isEqualTo("one against other");
  }

  @Test
  void an_aim_without_a_bound_is_reached_or_not_mentioned() {
    assertThat(Check.aimAtLeast("", 0.7, "x", 0.7).verdict()).isEqualTo("aim reached");
    assertThat(Check.aimAtLeast("", 0.6, "x", 0.7).verdict()).isEmpty();
    assertThat(Check.info("", 0.6, "x").verdict()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "true, 0.34, MISSED",
    "true, 0.35, reached",
    "true, 0.50, aim reached",
    "false, 0.51, MISSED",
    "false, 0.50, reached",
    "false, 0.35, aim reached",
  })
  void a_figure_is_compared_with_its_bound_and_its_aim(
      boolean atLeast, double measured, String verdict) {
    Check check =
        atLeast
            ? Check.atLeast("", measured, "x", 0.35, 0.5)
            : Check.atMost("", measured, "x", 0.5, 0.35);
    assertThat(check.verdict()).isEqualTo(verdict);
  }
}
