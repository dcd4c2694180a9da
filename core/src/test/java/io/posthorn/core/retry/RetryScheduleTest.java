package io.posthorn.core.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetryScheduleTest {
  private static final long ACCEPTED = 1_767_225_600_123L;

  private final RetrySchedule schedule = RetrySchedule.DEFAULT;

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 84800",
    "2, 254400",
    "3, 593600",
    "4, 1272000",
    "5, 2628800",
    "6, 5342400",
    "7, 10769600",
    "8, 21624000",
    "9, 43332800",
    "10, 86750400",
    "11, 173585600"
  })
  void retry_n_is_due_at_accepted_plus_2_to_the_n_minus_1_times_84_800_ms(int n, long offset) {
    assertThat(schedule.offset(n)).isEqualTo(offset);
    assertThat(schedule.slotAt(ACCEPTED, n, 0)).isEqualTo(ACCEPTED + offset);
    assertThat(schedule.slotAt(ACCEPTED, n, 0.999)).isEqualTo(ACCEPTED + offset);
  }

  @Test
  void the_first_three_retries_come_after_about_1_4_and_4_2_and_9_9_minutes() {
    assertThat(schedule.offset(1) / 60_000.0).isCloseTo(1.4, within(0.05));
    assertThat(schedule.offset(2) / 60_000.0).isCloseTo(4.2, within(0.05));
    assertThat(schedule.offset(3) / 60_000.0).isCloseTo(9.9, within(0.05));
  }

  @Test
  void the_last_retry_is_the_eleventh_after_about_48_2_hours() {
    assertThat(schedule.limit()).isEqualTo(11);
    assertThat(schedule.offset(11) / 3_600_000.0).isCloseTo(48.2, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "84799, 1",
    "84800, 2",
    "84801, 2",
    "254399, 2",
    "254400, 3",
    "36000000, 9",
    "86750399, 10",
    "86750400, 11",
    "173585599, 11"
  })
  void the_next_attempt_is_the_first_slot_later_than_the_time_of_the_failure(long at, int slot) {
    assertThat(schedule.slotAfter(ACCEPTED, ACCEPTED + at, 0)).isEqualTo(slot);
  }

  @ParameterizedTest
  @CsvSource({"173585600", "173585601", "999999999999"})
  void from_slot_11_on_no_slot_is_left(long at) {
    assertThat(schedule.slotAfter(ACCEPTED, ACCEPTED + at, 0)).isEqualTo(RetrySchedule.NONE);
  }

  @Test
  void a_message_can_be_held_up_to_slot_11() {
    assertThat(schedule.lifetime()).isEqualTo(173_585_600);
  }

  @Test
  void jitter_is_a_share_of_the_offset_and_later_only() {
    RetrySchedule tenth = new RetrySchedule(84_800, 11, 0.1);

    assertThat(tenth.slotAt(ACCEPTED, 1, 0)).isEqualTo(ACCEPTED + 84_800);
    assertThat(tenth.slotAt(ACCEPTED, 1, 0.5)).isEqualTo(ACCEPTED + 84_800 + 4_240);
    assertThat(tenth.slotAt(ACCEPTED, 11, 0.5)).isEqualTo(ACCEPTED + 173_585_600 + 8_679_280);
  }

  @Test
  void jitter_keeps_a_messages_slots_in_order() {
    RetrySchedule whole = new RetrySchedule(84_800, 11, 1);

    for (int slot = 1; slot < 11; slot++) {
      long at = whole.slotAt(ACCEPTED, slot, 0.75);
      assertThat(whole.slotAfter(ACCEPTED, at, 0.75)).isEqualTo(slot + 1);
      assertThat(whole.slotAfter(ACCEPTED, at - 1, 0.75)).isEqualTo(slot);
    }
  }

  @Test
  void with_jitter_every_message_lives_up_to_the_latest_time_its_last_slot_could_have() {
    RetrySchedule half = new RetrySchedule(84_800, 11, 0.5);

    assertThat(half.lifetime()).isEqualTo(173_585_600 + 86_792_800);
    assertThat(half.slotAt(0, 11, 0.999_999)).isLessThanOrEqualTo(half.lifetime());
  }

  @Test
  void small_values_work_so_that_a_whole_life_can_be_watched_in_seconds() {
    RetrySchedule quick = new RetrySchedule(50, 11, 0);

    assertThat(Duration.ofMillis(quick.lifetime())).hasMillis(102_350);
    assertThat(new RetrySchedule(1, 1, 0).lifetime()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 11, 0, retry.unit",
    "84800, 0, 0, retry.limit",
    "84800, 41, 0, retry.limit",
    "84800, 11, -0.1, retry.jitter",
    "84800, 11, 1.1, retry.jitter",
    "84800, 11, NaN, retry.jitter",
    "84800, 40, 0, retry.unit and retry.limit"
  })
  void a_bad_value_is_refused_by_its_name(long unit, int limit, double jitter, String named) {
    assertThatThrownBy(() -> new RetrySchedule(unit, limit, jitter))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(named);
  }
}
