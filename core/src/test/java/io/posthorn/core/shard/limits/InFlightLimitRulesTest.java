package io.posthorn.core.shard.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The in-flight limit of an endpoint, as results and holds change it. */
final class InFlightLimitRulesTest {
  private static final CircuitRules FREEZES_AT_FIVE =
      new CircuitRules(
          Duration.ofHours(48).toMillis(), 100, 700_000, 2_000, 600_000, 2_000, 259_200_000, 5);

  private ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_new_endpoint_has_an_in_flight_limit_of_4() {
    fixture.subscribe(ShardFixture.URL);
    assertThat(limit()).isEqualTo(4);
  }

  @Test
  void quick_successes_raise_it_and_overload_lowers_it() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(200);
    assertThat(fixture.inFlight).hasSize(3);
    for (int i = 0; i < 60; i++) {
      fixture.succeed();
    }
    assertThat(limit()).isEqualTo(32);
    assertThat(fixture.inFlight).hasSize(24); // three quarters, for first attempts

    fixture.respond(Outcome.responded(503, 10));
    fixture.respond(Outcome.responded(503, 10));

    assertThat(limit()).isEqualTo(8);
    assertThat(fixture.inFlight).hasSize(22); // nothing is cut off, and nothing new starts
    for (int i = 0; i < 22; i++) {
      fixture.respond(Outcome.responded(200, 2_000)); // slow successes earn nothing
    }
    assertThat(fixture.inFlight).hasSize(6);
  }

  @Test
  void it_is_1_after_disabled_though_the_probe_succeeded_quickly() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(101);
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state())
        .isEqualTo(CircuitState.DISABLED);
    fixture.pass(Duration.ofMinutes(10));
    fixture.succeed();

    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state())
        .isEqualTo(CircuitState.ENABLED);
    assertThat(limit()).isEqualTo(1);
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void it_is_1_after_disabled_and_enabled_by_the_API() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(101);
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(limit()).isEqualTo(1);
  }

  @Test
  void it_is_1_after_frozen() {
    fixture = new ShardFixture(Rules.DEFAULT.withCircuit(FREEZES_AT_FIVE));
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(5);
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(limit()).isEqualTo(1);
  }

  @Test
  void it_is_1_after_paused() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.postMany(10);
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(limit()).isEqualTo(1);
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void it_is_1_after_a_delivery_pause() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pauseDelivery(null);
    fixture.postMany(10);
    fixture.resumeDelivery(null);
    assertThat(limit()).isEqualTo(1);
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void ending_a_delivery_pause_that_was_not_set_changes_nothing() {
    fixture.subscribe(ShardFixture.URL);
    fixture.resumeDelivery(ShardFixture.CUSTOMER);
    fixture.resumeDelivery(null);
    assertThat(limit()).isEqualTo(4);
  }

  @Test
  void it_survives_a_restart() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(10);
    fixture.succeedAll();
    fixture.restart();
    assertThat(limit()).isEqualTo(14);
  }

  private int limit() {
    return fixture.endpoint(ShardFixture.URL).stored().inFlightLimit().current(Integer.MAX_VALUE);
  }
}
