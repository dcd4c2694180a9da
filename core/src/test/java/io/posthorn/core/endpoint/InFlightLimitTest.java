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

  /** The part for retries of the limits 1, 2, 3 ... 32. */
  private static final int[] RETRY_PARTS = {
    1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8
  };

  @Test
  void a_quarter_of_the_limit_is_for_retries_and_at_least_one_and_the_rest_for_first_attempts() {
    for (int limit = 2; limit <= 32; limit++) {
      int retries = RETRY_PARTS[limit - 1];
      assertThat(InFlightLimit.forRetries(limit)).as("of %d", limit).isEqualTo(retries);
      assertThat(InFlightLimit.forFirstAttempts(limit))
          .as("of %d", limit)
          .isEqualTo(limit - retries);
    }
  }

  @Test
  void a_limit_of_1_is_shared_by_both_lanes() {
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
  void a_success_within_a_second_raises_the_limit(long duration, int expected) {
    assertThat(after(4, Outcome.responded(204, duration))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504, 599})
  void it_halves_on_429_and_5xx(int status) {
    assertThat(after(32, Outcome.responded(status, 10))).isEqualTo(16);
  }

  @ParameterizedTest
  @EnumSource(names = {"TIMEOUT", "REFUSED"})
  void it_halves_on_timeout_and_refusal(ErrorKind error) {
    assertThat(after(32, Outcome.failed(error, 10, "no"))).isEqualTo(16);
  }

  @ParameterizedTest
  @CsvSource({"5, 2", "4, 2", "3, 1", "2, 1", "1, 1"})
  void it_halves_down_to_1(int limit, int expected) {
    assertThat(after(limit, Outcome.responded(500, 10))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 199, 300, 301, 302, 307, 400, 401, 404, 410, 428, 430, 499})
  void other_responses_leave_it_as_it_is(int status) {
    assertThat(after(8, Outcome.responded(status, 10))).isEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource(names = {"DNS", "TLS", "BLOCKED_ADDRESS", "CONNECTION"})
  void other_errors_leave_it_as_it_is(ErrorKind error) {
    assertThat(after(8, Outcome.failed(error, 10, "no"))).isEqualTo(8);
  }

  private static int after(int before, Outcome outcome) {
    InFlightLimit limit = new InFlightLimit(before);
    outcome.adapt(limit, MOST);
    return limit.current(MOST);
  }
}
