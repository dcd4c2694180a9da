package io.posthorn.core.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.junit.jupiter.api.Test;

/** The steps in which a result is counted. Disabling and freezing have their own tests. */
final class CircuitTest {
  private static final long T = 1_767_225_600_000L;

  private final Circuit circuit = new Circuit(CircuitRules.DEFAULT, T);

  @Test
  void a_new_circuit_is_enabled_and_has_seen_nothing() {
    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);
    assertThat(circuit.createdAt()).isEqualTo(T);
    assertThat(circuit.attemptsInWindow(T)).isZero();
  }

  @Test
  void a_success_sets_last_success_and_consecutive_to_0_and_is_counted_in_the_window() {
    fail(5, T);

    assertThat(circuit.succeeded(T + 7, false)).isFalse();

    assertThat(circuit.lastSuccessAt()).isEqualTo(T + 7);
    assertThat(circuit.consecutiveFailures()).isZero();
    assertThat(circuit.attemptsInWindow(T + 7)).isEqualTo(6);
    assertThat(circuit.failuresInWindow(T + 7)).isEqualTo(5);
  }

  @Test
  void a_failure_adds_1_to_consecutive_and_is_counted_in_the_window() {
    circuit.succeeded(T, false);

    assertThat(circuit.failed(T + 7)).isFalse();

    assertThat(circuit.lastFailureAt()).isEqualTo(T + 7);
    assertThat(circuit.lastSuccessAt()).isEqualTo(T);
    assertThat(circuit.consecutiveFailures()).isEqualTo(1);
    assertThat(circuit.attemptsInWindow(T + 7)).isEqualTo(2);
    assertThat(circuit.failuresInWindow(T + 7)).isEqualTo(1);
  }

  @Test
  void the_success_of_a_probe_enables_a_disabled_endpoint_and_empties_the_window() {
    disable();

    assertThat(circuit.succeeded(T + 600_000, true)).isTrue();

    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);
    assertThat(circuit.attemptsInWindow(T + 600_000)).isZero(); // its own success included
    assertThat(circuit.failuresInWindow(T + 600_000)).isZero();
    assertThat(circuit.consecutiveFailures()).isZero();
    assertThat(circuit.lastSuccessAt()).isEqualTo(T + 600_000);
    assertThat(circuit.disabledAt()).isZero();
  }

  @Test
  void a_late_success_that_is_no_probe_does_not_enable_a_disabled_endpoint() {
    disable();

    assertThat(circuit.succeeded(T + 1, false)).isFalse();

    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
    assertThat(circuit.disabledAt()).isEqualTo(T);
    assertThat(circuit.consecutiveFailures()).isZero();
    assertThat(circuit.attemptsInWindow(T + 1)).isEqualTo(102);
  }

  @Test
  void the_success_of_a_probe_on_an_enabled_endpoint_empties_nothing() {
    fail(3, T);

    assertThat(circuit.succeeded(T, true)).isFalse();

    assertThat(circuit.attemptsInWindow(T)).isEqualTo(4);
  }

  @Test
  void the_success_of_a_probe_does_not_thaw_a_frozen_endpoint() {
    fail(50_000, T);

    assertThat(circuit.succeeded(T, true)).isFalse();

    assertThat(circuit.state()).isEqualTo(CircuitState.FROZEN);
    assertThat(circuit.consecutiveFailures()).isZero();
  }

  @Test
  void a_success_never_opens_a_circuit() {
    fail(100, T); // one attempt short of the rule

    circuit.succeeded(T, false); // 101 attempts, 99 % of them failures

    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);
    assertThat(circuit.failed(T)).isTrue(); // what the success did not do the next failure does
    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void enabling_by_the_api_empties_window_and_consecutive() {
    disable();

    circuit.enable(T + 5);

    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);
    assertThat(circuit.attemptsInWindow(T + 5)).isZero();
    assertThat(circuit.failuresInWindow(T + 5)).isZero();
    assertThat(circuit.consecutiveFailures()).isZero();
    assertThat(circuit.disabledAt()).isZero();
    assertThat(circuit.healthyAsOf()).isEqualTo(T + 5);
  }

  @Test
  void enabling_by_the_api_thaws() {
    fail(50_000, T);

    circuit.enable(T + 5);

    assertThat(circuit.state()).isEqualTo(CircuitState.ENABLED);
    assertThat(circuit.frozenAt()).isZero();
    assertThat(circuit.consecutiveFailures()).isZero();
  }

  @Test
  void a_probe_is_due_10_minutes_after_disabled_at_then_10_minutes_after_the_start_of_the_last() {
    disable();
    assertThat(circuit.nextProbeAt()).isEqualTo(T + 600_000);

    circuit.probeStarted(T + 700_000);
    assertThat(circuit.nextProbeAt()).isEqualTo(T + 1_300_000);
  }

  @Test
  void disabled_again_it_is_probed_10_minutes_after_the_new_disabled_at() {
    disable();
    circuit.probeStarted(T + 600_000);
    circuit.succeeded(T + 600_001, true);

    fail(101, T + 600_002);

    assertThat(circuit.disabledAt()).isEqualTo(T + 600_002);
    assertThat(circuit.nextProbeAt()).isEqualTo(T + 1_200_002);
  }

  @Test
  void continues_unchanged_after_it_was_stored_and_read() {
    circuit.enable(T + 1);
    circuit.succeeded(T + 2, false);
    fail(400, T + 3);
    circuit.probeStarted(T + 600_003);
    Circuit read = new Circuit(CircuitRules.DEFAULT, 0);

    ByteReader in = new ByteReader(encoded(circuit));
    read.readPast(in);
    read.readState(in);

    assertThat(circuit.takePastChanged()).isTrue();
    assertThat(read).usingRecursiveComparison().isEqualTo(circuit);
    assertThat(read.succeeded(T + 600_010, true)).isTrue();
    circuit.succeeded(T + 600_010, true);
    assertThat(encoded(read)).isEqualTo(encoded(circuit));
  }

  @Test
  void takes_constant_memory_whatever_the_traffic() {
    for (int i = 0; i < 1_000; i++) {
      fail(49, T + i * 3_600_000L);
    }

    assertThat(encoded(circuit)).hasSizeLessThan(400);
  }

  private void fail(int times, long time) {
    for (int i = 0; i < times; i++) {
      circuit.failed(time);
    }
  }

  private void disable() {
    fail(101, T);
    assertThat(circuit.state()).isEqualTo(CircuitState.DISABLED);
  }

  private static byte[] encoded(Circuit circuit) {
    ByteWriter out = new ByteWriter(256);
    circuit.writePast(out);
    circuit.writeState(out);
    return out.toBytes();
  }
}
