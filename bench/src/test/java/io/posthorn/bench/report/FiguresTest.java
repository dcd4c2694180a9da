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

  @ParameterizedTest
  @CsvSource({
    "true, 0.34, MISSED",
    "true, 0.35, reached",
    "true, 0.50, aim reached",
    "false, 0.51, MISSED",
    "false, 0.50, reached",
    "false, 0.35, aim reached",
  })
  void a_figure_is_held_against_what_it_must_reach_and_the_aim(
      boolean atLeast, double measured, String verdict) {
    Check check =
        atLeast
            ? Check.atLeast("", measured, "x", 0.35, 0.5)
            : Check.atMost("", measured, "x", 0.5, 0.35);
    assertThat(check.verdict()).isEqualTo(verdict);
  }
}
