package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An endpoint's allowance of places, as results and holds change it. */
final class InFlightLimitRulesTest {
  private static final CircuitRules FREEZES_AT_FIVE =
      new CircuitRules(
          Duration.ofHours(48).toMillis(), 100, 700_000, 2_000, 600_000, 2_000, 259_200_000, 5);

  private ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void a_new_endpoint_has_4_places() {
    stage.subscribe(ShardFixture.URL);
    assertThat(places()).isEqualTo(4);
  }

  @Test
  void quick_successes_let_more_go_at_once_and_strain_fewer() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(200);
    assertThat(stage.onTheWay).hasSize(3);
    for (int i = 0; i < 60; i++) {
      stage.succeed();
    }
    assertThat(places()).isEqualTo(32);
    assertThat(stage.onTheWay).hasSize(24); // three quarters, for first attempts

    stage.answer(Outcome.answered(503, 10));
    stage.answer(Outcome.answered(503, 10));

    assertThat(places()).isEqualTo(8);
    assertThat(stage.onTheWay).hasSize(22); // nothing is cut off, and nothing new starts
    for (int i = 0; i < 22; i++) {
      stage.answer(Outcome.answered(200, 2_000)); // slow successes earn nothing
    }
    assertThat(stage.onTheWay).hasSize(6);
  }

  @Test
  void it_is_1_after_disabled_though_the_probe_succeeded_quickly() {
    stage.subscribe(ShardFixture.URL);
    stage.failMany(101);
    assertThat(stage.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.DISABLED);
    stage.pass(Duration.ofMinutes(10));
    stage.succeed();

    assertThat(stage.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(places()).isEqualTo(1);
    assertThat(stage.onTheWay).hasSize(1);
  }

  @Test
  void it_is_1_after_disabled_and_enabled_by_the_API() {
    stage.subscribe(ShardFixture.URL);
    stage.failMany(101);
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(places()).isEqualTo(1);
  }

  @Test
  void it_is_1_after_frozen() {
    stage = new ShardFixture(Rules.DEFAULT.withCircuit(FREEZES_AT_FIVE));
    stage.subscribe(ShardFixture.URL);
    stage.failMany(5);
    assertThat(stage.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(places()).isEqualTo(1);
  }

  @Test
  void it_is_1_after_paused() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    stage.postMany(10);
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(places()).isEqualTo(1);
    assertThat(stage.onTheWay).hasSize(1);
  }

  @Test
  void it_is_1_after_the_red_button() {
    stage.subscribe(ShardFixture.URL);
    stage.pauseDelivery(null);
    stage.postMany(10);
    stage.resumeDelivery(null);
    assertThat(places()).isEqualTo(1);
    assertThat(stage.onTheWay).hasSize(1);
  }

  @Test
  void taking_back_a_button_that_was_not_pressed_changes_nothing() {
    stage.subscribe(ShardFixture.URL);
    stage.resumeDelivery(ShardFixture.CUSTOMER);
    stage.resumeDelivery(null);
    assertThat(places()).isEqualTo(4);
  }

  @Test
  void it_survives_a_restart() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(10);
    stage.succeedAll();
    stage.restart();
    assertThat(places()).isEqualTo(14);
  }

  private int places() {
    return stage.endpoint(ShardFixture.URL).stored().inFlightLimit().current(Integer.MAX_VALUE);
  }
}
