package io.posthorn.core.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The condition for disabling: {@code (attempts > 100 and 100 * failures > 70 * attempts) or
 * consecutive >= 2,000}.
 */
final class CircuitDisabledTest {
  private static final long T = 1_767_225_600_000L;
  private static final long HOUR = 3_600_000;

  private final Circuit circuit = new Circuit(CircuitRules.DEFAULT, T);

  @Test
  void after_100_attempts_that_all_failed_it_is_enabled_and_after_101_disabled() {
    fail(100, T);
    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);

    assertThat(circuit.failed(T + 9)).isTrue();

    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
    assertThat(circuit.disabledAt()).isEqualTo(T + 9);
  }

  @Test
  void with_exactly_70_percent_of_failures_it_is_enabled_and_just_above_disabled() {
    succeed(60, T);
    fail(140, T); // 140 of 200
    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);

    circuit.failed(T); // 141 of 201

    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void of_101_attempts_70_failures_leave_it_enabled() {
    succeed(31, T);
    fail(70, T);

    assertThat(circuit.attemptsInWindow(T)).isEqualTo(101);
    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);
  }

  @Test
  void of_101_attempts_71_failures_disable_it() {
    succeed(30, T);
    fail(71, T);

    assertThat(circuit.attemptsInWindow(T)).isEqualTo(101);
    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void after_1_999_consecutive_failures_it_is_enabled_and_after_2_000_disabled() {
    succeed(1_000, T); // keeps the rate below 70 %
    fail(1_999, T);
    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);

    assertThat(circuit.failed(T + 1)).isTrue();

    assertThat(circuit.consecutiveFailures()).isEqualTo(2_000);
    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void the_2_001st_changes_nothing_more_while_the_last_success_is_not_long_ago() {
    succeed(1_000, T);
    fail(2_000, T);

    assertThat(circuit.failed(T + 1)).isFalse();

    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
    assertThat(circuit.disabledAt()).isEqualTo(T);
  }

  @Test
  void a_success_between_them_resets_the_count_of_consecutive_failures() {
    succeed(2_000, T);
    fail(1_999, T);
    circuit.succeeded(T, false);
    fail(1_999, T);

    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);
  }

  @Test
  void an_attempt_47_buckets_ago_counts_towards_the_101() {
    fail(1, T);
    fail(100, T + 47 * HOUR);

    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void an_attempt_48_buckets_ago_does_not_count() {
    fail(1, T);
    fail(100, T + 48 * HOUR);

    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);
    assertThat(circuit.consecutiveFailures()).isEqualTo(101);
  }

  @Test
  void successes_that_left_the_window_speak_for_it_no_more() {
    succeed(1_000, T);
    fail(101, T + 47 * HOUR);
    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);

    circuit.failed(T + 48 * HOUR);

    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void consecutive_failures_are_counted_beyond_the_window() {
    circuit.succeeded(T, false);
    for (int i = 1; i < 2_000; i++) {
      circuit.failed(T + i * HOUR); // never more than 48 attempts in the window
    }
    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);

    circuit.failed(T + 2_000 * HOUR);

    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void a_disabled_endpoint_is_not_disabled_again() {
    fail(101, T);

    assertThat(circuit.failed(T + HOUR)).isFalse();

    assertThat(circuit.disabledAt()).isEqualTo(T);
  }

  private void fail(int times, long time) {
    for (int i = 0; i < times; i++) {
      circuit.failed(time);
    }
  }

  private void succeed(int times, long time) {
    for (int i = 0; i < times; i++) {
      circuit.succeeded(time, false);
    }
  }
}
