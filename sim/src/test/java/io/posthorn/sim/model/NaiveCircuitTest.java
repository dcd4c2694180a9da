package io.posthorn.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The circuit of the reference model follows the contract. */
final class NaiveCircuitTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private static NaiveCircuit created(long at) {
    return NaiveCircuit.created(CircuitRules.DEFAULT, at);
  }

  private static NaiveCircuit failing(NaiveCircuit circuit, int times, long at) {
    NaiveCircuit now = circuit;
    for (int i = 0; i < times; i++) {
      now = now.failed(at);
    }
    return now;
  }

  @Test
  void more_than_100_attempts_of_which_more_than_70_percent_failed_disable() {
    assertThat(failing(created(0), 100, 1).state()).isEqualTo(CircuitState.ENABLED);
    assertThat(failing(created(0), 101, 1).state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void exactly_70_percent_do_not_disable() {
    NaiveCircuit circuit = created(0);
    for (int i = 0; i < 60; i++) {
      circuit = circuit.succeeded(false, 1);
    }
    assertThat(failing(circuit, 140, 1).state()).isEqualTo(CircuitState.ENABLED);
    assertThat(failing(circuit, 141, 1).state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void the_window_is_the_current_bucket_and_the_47_before_it() {
    NaiveCircuit circuit = failing(created(0), 100, HOUR - 1);

    assertThat(circuit.failed(48 * HOUR - 1).state()).isEqualTo(CircuitState.DISABLED);
    assertThat(circuit.failed(48 * HOUR).state()).isEqualTo(CircuitState.ENABLED);
  }

  @Test
  void more_than_2000_failures_in_a_row_and_more_than_72_hours_without_success_freeze() {
    NaiveCircuit circuit = failing(created(0), 2_000, 1);

    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
    assertThat(circuit.failed(72 * HOUR).state()).isEqualTo(CircuitState.DISABLED);
    assertThat(circuit.failed(72 * HOUR + 1).state()).isEqualTo(CircuitState.FROZEN);
  }

  @Test
  void only_the_success_of_a_probe_enables() {
    NaiveCircuit circuit = failing(created(0), 101, 1);

    assertThat(circuit.succeeded(false, 2).state()).isEqualTo(CircuitState.DISABLED);
    assertThat(circuit.succeeded(true, 2).state()).isEqualTo(CircuitState.ENABLED);
  }
}
