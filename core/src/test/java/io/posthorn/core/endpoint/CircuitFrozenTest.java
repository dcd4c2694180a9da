package io.posthorn.core.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The condition for freezing: {@code (consecutive > 2,000 and t - max(last success, created, last
 * enabled by API) > 72 h) or consecutive >= 50,000}.
 */
final class CircuitFrozenTest {
  private static final long T = 1_767_225_600_000L;
  private static final long HOURS_72 = Duration.ofHours(72).toMillis();

  /** The last evidence that an endpoint works. */
  enum Sign {
    CREATED,
    LAST_SUCCESS,
    LAST_ENABLED_BY_API
  }

  @ParameterizedTest
  @CsvSource({
    "CREATED, PT71H59M59S, DISABLED",
    "CREATED, PT72H, DISABLED",
    "CREATED, PT72H0.001S, FROZEN",
    "CREATED, PT72H1S, FROZEN",
    "LAST_SUCCESS, PT71H59M59S, DISABLED",
    "LAST_SUCCESS, PT72H, DISABLED",
    "LAST_SUCCESS, PT72H0.001S, FROZEN",
    "LAST_SUCCESS, PT72H1S, FROZEN",
    "LAST_ENABLED_BY_API, PT71H59M59S, DISABLED",
    "LAST_ENABLED_BY_API, PT72H, DISABLED",
    "LAST_ENABLED_BY_API, PT72H0.001S, FROZEN",
    "LAST_ENABLED_BY_API, PT72H1S, FROZEN",
  })
  void above_2_000_in_a_row_it_is_frozen_when_the_last_good_sign_is_more_than_72_h_ago(
      Sign last, Duration ago, CircuitState state) {
    Circuit circuit = signOfLifeAtT(last);
    fail(circuit, 2_000, T + 1);

    circuit.failed(T + ago.toMillis());

    assertThat(circuit.consecutiveFailures()).isEqualTo(2_001);
    assertThat(circuit.state()).isEqualTo(state);
    assertThat(circuit.frozenAt()).isEqualTo(state == CircuitState.FROZEN ? T + ago.toMillis() : 0);
  }

  @ParameterizedTest
  @EnumSource(Sign.class)
  void the_2_000th_does_not_freeze_however_long_ago_the_last_good_sign_is(Sign last) {
    Circuit circuit = signOfLifeAtT(last);
    fail(circuit, 1_999, T + 1);

    circuit.failed(T + 10 * HOURS_72);
    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);

    circuit.failed(T + 10 * HOURS_72); // the 2,001st
    assertThat(circuit.state()).isEqualTo(CircuitState.FROZEN);
  }

  @Test
  void after_49_999_consecutive_failures_it_is_disabled_and_after_50_000_frozen_at_any_time() {
    Circuit circuit = new Circuit(CircuitRules.DEFAULT, T);
    fail(circuit, 49_999, T);
    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);

    assertThat(circuit.failed(T)).isTrue();

    assertThat(circuit.state()).isEqualTo(CircuitState.FROZEN);
    assertThat(circuit.frozenAt()).isEqualTo(T);
  }

  @Test
  void frozen_is_checked_before_disabled() {
    CircuitRules both = // five failures in a row would do for either
        new CircuitRules(Duration.ofHours(48).toMillis(), 100, 700_000, 5, 1, 2_000, HOURS_72, 5);
    Circuit circuit = new Circuit(both, T);

    fail(circuit, 5, T);

    assertThat(circuit.state()).isEqualTo(CircuitState.FROZEN);
    assertThat(circuit.disabledAt()).isZero();
  }

  @Test
  void a_frozen_endpoint_counts_on_and_stays_frozen_as_of_then() {
    Circuit circuit = new Circuit(CircuitRules.DEFAULT, T);
    fail(circuit, 50_000, T);

    assertThat(circuit.failed(T + HOURS_72 + 1)).isFalse();

    assertThat(circuit.consecutiveFailures()).isEqualTo(50_001);
    assertThat(circuit.failuresInWindow(T + HOURS_72 + 1)).isEqualTo(1);
    assertThat(circuit.frozenAt()).isEqualTo(T);
  }

  @Test
  void neither_success_nor_time_thaws() {
    Circuit circuit = new Circuit(CircuitRules.DEFAULT, T);
    fail(circuit, 50_000, T);

    circuit.succeeded(T + 100 * HOURS_72, false);

    assertThat(circuit.state()).isEqualTo(CircuitState.FROZEN);
  }

  private static Circuit signOfLifeAtT(Sign last) {
    long before = T - 3 * HOURS_72;
    Circuit circuit = new Circuit(CircuitRules.DEFAULT, last == Sign.CREATED ? T : before);
    switch (last) {
      case CREATED -> {}
      case LAST_SUCCESS -> {
        circuit.enable(before + 1);
        circuit.succeeded(T, false);
      }
      case LAST_ENABLED_BY_API -> {
        circuit.succeeded(before + 1, false);
        circuit.enable(T);
      }
    }
    return circuit;
  }

  private static void fail(Circuit circuit, int times, long at) {
    for (int i = 0; i < times; i++) {
      circuit.failed(at);
    }
  }
}
