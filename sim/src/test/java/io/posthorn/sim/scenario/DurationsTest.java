package io.posthorn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DurationsTest {
  @Test
  void durations_are_read_as_settings_and_reports_write_them() {
    assertThat(Durations.parse("84800ms")).hasValue(84_800);
    assertThat(Durations.parse("5s")).hasValue(5_000);
    assertThat(Durations.parse("10m")).hasValue(600_000);
    assertThat(Durations.parse("72h")).hasValue(72 * Durations.HOUR);
    assertThat(Durations.parse("30d")).hasValue(30 * Durations.DAY);
    assertThat(Durations.parse("2h 10m")).hasValue(130 * Durations.MINUTE);
    assertThat(Durations.parse("0")).hasValue(0);
    assertThat(Durations.parse("")).isEmpty();
    assertThat(Durations.parse("2h 10")).isEmpty();
    assertThat(Durations.parse("2 hours")).isEmpty();
  }

  @Test
  void lengths_are_written_as_a_person_says_them() {
    assertThat(Durations.length(40)).isEqualTo("40ms");
    assertThat(Durations.length(1_000)).isEqualTo("1s");
    assertThat(Durations.length(1_560)).isEqualTo("1.5s");
    assertThat(Durations.length(84_800)).isEqualTo("1m 24s");
    assertThat(Durations.length(130 * Durations.MINUTE)).isEqualTo("2h 10m");
    assertThat(Durations.length(72 * Durations.HOUR + 3 * Durations.MINUTE + 59_000))
        .isEqualTo("72h 3m");
    assertThat(Durations.length(5 * Durations.DAY)).isEqualTo("5d");
  }

  @Test
  void moments_are_told_to_the_second() {
    assertThat(Durations.moment(0)).isEqualTo("0s");
    assertThat(Durations.moment(9_999)).isEqualTo("9s");
    assertThat(Durations.moment(3 * Durations.DAY + 4_000)).isEqualTo("3d 4s");
  }
}
