package io.posthorn.core.shard.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Time in the core never moves backward. */
final class MonotonicWallClockTest {
  private static final long MILLI = 1_000_000;

  private final MonotonicWallClock time = new MonotonicWallClock(10_000, 0);

  @Test
  void it_follows_the_wall_clock_while_that_moves_forward() {
    assertThat(time.at(10_000, 0)).isEqualTo(10_000);
    assertThat(time.at(10_250, 999 * MILLI)).isEqualTo(10_250);
  }

  @Test
  void a_forward_jump_is_followed() {
    time.at(10_000, 0);

    assertThat(time.at(86_410_000, MILLI)).isEqualTo(86_410_000);
  }

  @Test
  void after_a_backward_jump_it_advances_at_the_monotonic_pace_from_where_it_was() {
    time.at(20_000, 0);

    assertThat(time.at(5_000, 0)).isEqualTo(20_000);
    assertThat(time.at(5_100, 100 * MILLI)).isEqualTo(20_100);
    assertThat(time.at(5_100, 250 * MILLI)).isEqualTo(20_250);
    assertThat(time.at(1_000, 251 * MILLI)).isEqualTo(20_251);
  }

  @Test
  void until_the_wall_clock_has_caught_up() {
    time.at(20_000, 0);
    assertThat(time.at(19_000, 500 * MILLI)).isEqualTo(20_500);

    assertThat(time.at(20_499, 500 * MILLI)).isEqualTo(20_500);
    assertThat(time.at(20_500, 600 * MILLI)).isEqualTo(20_500);
    assertThat(time.at(20_700, 601 * MILLI)).isEqualTo(20_700);
  }

  @Test
  void parts_of_a_millisecond_are_not_lost() {
    time.at(20_000, 0);

    for (int i = 1; i <= 10; i++) {
      time.at(5_000, i * MILLI / 4);
    }

    assertThat(time.at(5_000, 3 * MILLI)).isEqualTo(20_003);
  }

  @Test
  void after_a_restart_it_starts_where_the_shard_left_off() {
    MonotonicWallClock restarted = new MonotonicWallClock(50_000, 700 * MILLI);

    assertThat(restarted.at(40_000, 710 * MILLI)).isEqualTo(50_010);
  }

  @Test
  void it_never_goes_back_whatever_the_wall_clock_does() {
    long[] walls = {10_000, 9_000, 12_000, 11_999, 0, 12_001, 12_000, 50_000, 49_000, 51_000};
    long before = 0;

    for (int i = 0; i < walls.length; i++) {
      long now = time.at(walls[i], i * MILLI);
      assertThat(now).isGreaterThanOrEqualTo(before);
      before = now;
    }
  }
}
