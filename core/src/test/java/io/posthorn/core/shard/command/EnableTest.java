package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.delivery.HoldCause;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** API enable: from disabled, frozen, paused. */
final class EnableTest {

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void from_disabled_frozen_and_paused_it_is_enabled_and_not_paused(HoldCause hold) {
    ShardFixture stage = hold.held();
    stage.pass(Duration.ofSeconds(7));

    assertThat(stage.enable(ShardFixture.URL)).isEqualTo(Reply.DONE);

    Endpoint endpoint = stage.endpoint(ShardFixture.URL);
    assertThat(endpoint.circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(endpoint.paused()).isFalse();
    assertThat(endpoint.circuit().disabledAt()).isZero();
    assertThat(endpoint.circuit().frozenAt()).isZero();
    assertThat(endpoint.circuit().healthyAsOf()).isEqualTo(stage.now());
    assertThat(stage.effects(Effect.EndpointChanged.class).getLast().change())
        .isEqualTo(EndpointChange.RECOVERED);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void window_and_consecutive_are_emptied(HoldCause hold) {
    ShardFixture stage = hold.open();
    stage.failMany(2);
    if (hold == HoldCause.PAUSED) {
      stage.pause(ShardFixture.URL);
    } else {
      stage.failMany(1);
    }

    stage.enable(ShardFixture.URL);

    Endpoint endpoint = stage.endpoint(ShardFixture.URL);
    assertThat(endpoint.circuit().consecutiveFailures()).isZero();
    assertThat(endpoint.circuit().attemptsInWindow(stage.now())).isZero();
    assertThat(endpoint.circuit().failuresInWindow(stage.now())).isZero();
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void held_messages_are_due_at_once(HoldCause hold) {
    ShardFixture stage = hold.held();
    EventKey first = stage.post();
    EventKey second = stage.post();

    stage.enable(ShardFixture.URL);

    assertThat(stage.eventsOnTheWay()).containsExactly(first);
    stage.succeed();
    assertThat(stage.eventsOnTheWay()).containsExactly(second);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void a_paused_and_disabled_or_frozen_endpoint_is_freed_of_both(HoldCause hold) {
    ShardFixture stage = hold.held();
    stage.pause(ShardFixture.URL);
    EventKey event = stage.post();

    stage.enable(ShardFixture.URL);

    assertThat(stage.endpoint(ShardFixture.URL).enabled()).isTrue();
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
  }

  @Test
  void on_an_enabled_endpoint_nothing_changes_byte_for_byte() {
    ShardFixture stage = ShardFixture.withDefaults();
    stage.subscribe(ShardFixture.URL);
    stage.failMany(5);
    stage.post();
    stage.answer(Outcome.answered(503, 10, "60"));
    stage.post();
    List<String> before = stage.contents();
    int effects = stage.effects.size();

    assertThat(stage.enable(ShardFixture.URL)).isEqualTo(Reply.DONE);

    assertThat(stage.contents()).isEqualTo(before);
    assertThat(stage.effects).hasSize(effects + 1); // the answer
    assertThat(stage.endpoint(ShardFixture.URL).circuit().consecutiveFailures()).isEqualTo(6);
    assertThat(stage.endpoint(ShardFixture.URL).stored().holdUntil())
        .isEqualTo(ShardFixture.START + 60_000);
  }

  @Test
  void on_an_enabled_endpoint_it_is_no_good_sign_for_the_72_hours_either() {
    ShardFixture stage = ShardFixture.withDefaults();
    stage.subscribe(ShardFixture.URL);
    stage.pass(Duration.ofHours(1));

    stage.enable(ShardFixture.URL);

    assertThat(stage.endpoint(ShardFixture.URL).circuit().healthyAsOf())
        .isEqualTo(ShardFixture.START);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void a_retry_after_hold_is_cleared(HoldCause hold) {
    ShardFixture stage = hold.open();
    EventKey patient = stage.post();
    stage.post();
    stage.post();
    stage.answer(Outcome.answered(429, 10, "3000"));
    stage.fail();
    stage.fail();
    if (hold == HoldCause.PAUSED) {
      stage.pause(ShardFixture.URL);
    }
    assertThat(stage.endpoint(ShardFixture.URL).enabled()).isFalse();

    stage.enable(ShardFixture.URL);
    EventKey event = stage.post();

    assertThat(stage.endpoint(ShardFixture.URL).stored().holdUntil()).isZero();
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    assertThat(stage.message(patient).due())
        .isEqualTo(ShardFixture.START + 3_000_000); // its own slot
  }

  @Test
  void all_endpoints_of_a_state_can_be_enabled_in_one_call() {
    ShardFixture stage = HoldCause.DISABLED.held();
    String paused = "https://paused.example/";
    stage.subscribe(paused, "TASK", "UPDATE");
    stage.pause(paused);

    Reply reply =
        stage.tell(
            new Command.EnableEndpoints(
                stage.nextRequest(), ShardFixture.CUSTOMER, CircuitState.DISABLED));

    assertThat(reply).isEqualTo(new Reply.Changed(1));
    assertThat(stage.endpoint(ShardFixture.URL).enabled()).isTrue();
    assertThat(stage.endpoint(paused).enabled()).isFalse();
  }

  @Test
  void another_customers_endpoint_cannot_be_enabled() {
    ShardFixture stage = HoldCause.FROZEN.held();

    Reply reply =
        stage.tell(
            new Command.EnableEndpoint(
                stage.nextRequest(), "other", stage.endpoint(ShardFixture.URL).id()));

    assertThat(reply).isEqualTo(Reply.NOT_FOUND);
    assertThat(stage.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
  }
}
