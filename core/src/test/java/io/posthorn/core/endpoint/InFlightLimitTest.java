package io.posthorn.core.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InFlightLimitTest {
  private static final int MOST = 32;

  /** Places for retries out of 1, 2, 3 ... 32. */
  private static final int[] RETRY_PLACES = {
    1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8
  };

  @Test
  void a_quarter_of_the_places_is_for_retries_and_at_least_one_and_the_rest_for_first_attempts() {
    for (int places = 2; places <= 32; places++) {
      int retries = RETRY_PLACES[places - 1];
      assertThat(InFlightLimit.forRetries(places)).as("of %d", places).isEqualTo(retries);
      assertThat(InFlightLimit.forFirstAttempts(places))
          .as("of %d", places)
          .isEqualTo(places - retries);
    }
  }

  @Test
  void a_single_place_is_for_both_lanes() {
    assertThat(InFlightLimit.forRetries(1)).isEqualTo(1);
    assertThat(InFlightLimit.forFirstAttempts(1)).isEqualTo(1);
  }

  @Test
  void it_starts_at_4_and_grows_by_one_with_each_quick_success_up_to_32() {
    InFlightLimit limit = new InFlightLimit(InFlightLimit.START);
    for (int expected = 5; expected <= 32; expected++) {
      limit.succeeded(10, MOST);
      assertThat(limit.current(MOST)).isEqualTo(expected);
    }
    limit.succeeded(10, MOST);
    assertThat(limit.current(MOST)).isEqualTo(32);
    assertThat(limit.current(Integer.MAX_VALUE)).isEqualTo(32);
  }

  @Test
  void it_halves_what_its_own_limit_leaves_and_not_what_it_had_earned_before() {
    InFlightLimit limit = new InFlightLimit(32);
    limit.overloaded(4);
    assertThat(limit.current(4)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "1000, 5", "1001, 4", "5000, 4"})
  void a_success_answered_within_a_second_earns_a_place(long duration, int expected) {
    assertThat(after(4, Outcome.answered(204, duration))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504, 599})
  void it_halves_on_429_and_5xx(int status) {
    assertThat(after(32, Outcome.answered(status, 10))).isEqualTo(16);
  }

  @ParameterizedTest
  @EnumSource(names = {"TIMEOUT", "REFUSED"})
  void it_halves_on_timeout_and_refusal(ErrorKind error) {
    assertThat(after(32, Outcome.failed(error, 10, "no"))).isEqualTo(16);
  }

  @ParameterizedTest
  @CsvSource({"5, 2", "4, 2", "3, 1", "2, 1", "1, 1"})
  void it_halves_down_to_1(int places, int expected) {
    assertThat(after(places, Outcome.answered(500, 10))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 199, 300, 301, 302, 307, 400, 401, 404, 410, 428, 430, 499})
  void other_answers_leave_it_as_it_is(int status) {
    assertThat(after(8, Outcome.answered(status, 10))).isEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource(names = {"DNS", "TLS", "BLOCKED_ADDRESS", "CONNECTION"})
  void other_errors_leave_it_as_it_is(ErrorKind error) {
    assertThat(after(8, Outcome.failed(error, 10, "no"))).isEqualTo(8);
  }

  private static int after(int places, Outcome outcome) {
    InFlightLimit limit = new InFlightLimit(places);
    outcome.adapt(limit, MOST);
    return limit.current(MOST);
  }
}
