package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointSearch;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.circuit.HoldCause;
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
    ShardFixture fixture = hold.held();
    fixture.pass(Duration.ofSeconds(7));

    assertThat(fixture.enable(ShardFixture.URL)).isEqualTo(Reply.DONE);

    Endpoint endpoint = fixture.endpoint(ShardFixture.URL);
    assertThat(endpoint.circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(endpoint.paused()).isFalse();
    assertThat(endpoint.circuit().disabledAt()).isZero();
    assertThat(endpoint.circuit().frozenAt()).isZero();
    assertThat(endpoint.circuit().healthyAsOf()).isEqualTo(fixture.now());
    assertThat(fixture.effects(Effect.EndpointChanged.class).getLast().change())
        .isEqualTo(EndpointChange.RECOVERED);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void window_and_consecutive_are_emptied(HoldCause hold) {
    ShardFixture fixture = hold.open();
    fixture.failMany(2);
    if (hold == HoldCause.PAUSED) {
      fixture.pause(ShardFixture.URL);
    } else {
      fixture.failMany(1);
    }

    fixture.enable(ShardFixture.URL);

    Endpoint endpoint = fixture.endpoint(ShardFixture.URL);
    assertThat(endpoint.circuit().consecutiveFailures()).isZero();
    assertThat(endpoint.circuit().attemptsInWindow(fixture.now())).isZero();
    assertThat(endpoint.circuit().failuresInWindow(fixture.now())).isZero();
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void held_messages_are_due_at_once(HoldCause hold) {
    ShardFixture fixture = hold.held();
    EventKey first = fixture.post();
    EventKey second = fixture.post();

    fixture.enable(ShardFixture.URL);

    assertThat(fixture.eventsInFlight()).containsExactly(first);
    fixture.succeed();
    assertThat(fixture.eventsInFlight()).containsExactly(second);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void a_paused_and_disabled_or_frozen_endpoint_is_freed_of_both(HoldCause hold) {
    ShardFixture fixture = hold.held();
    fixture.pause(ShardFixture.URL);
    EventKey event = fixture.post();

    fixture.enable(ShardFixture.URL);

    assertThat(fixture.endpoint(ShardFixture.URL).enabled()).isTrue();
    assertThat(fixture.eventsInFlight()).containsExactly(event);
  }

  @Test
  void on_an_enabled_endpoint_nothing_changes_byte_for_byte() {
    ShardFixture fixture = ShardFixture.withDefaults();
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(5);
    fixture.post();
    fixture.respond(Outcome.responded(503, 10, "60"));
    fixture.post();
    List<String> before = fixture.contents();
    int effects = fixture.effects.size();

    assertThat(fixture.enable(ShardFixture.URL)).isEqualTo(Reply.DONE);

    assertThat(fixture.contents()).isEqualTo(before);
    assertThat(fixture.effects).hasSize(effects + 1); // the reply
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().consecutiveFailures()).isEqualTo(6);
    assertThat(fixture.endpoint(ShardFixture.URL).stored().holdUntil())
        .isEqualTo(ShardFixture.START + 60_000);
  }

  @Test
  void on_an_enabled_endpoint_it_is_no_good_sign_for_the_72_hours_either() {
    ShardFixture fixture = ShardFixture.withDefaults();
    fixture.subscribe(ShardFixture.URL);
    fixture.pass(Duration.ofHours(1));

    fixture.enable(ShardFixture.URL);

    assertThat(fixture.endpoint(ShardFixture.URL).circuit().healthyAsOf())
        .isEqualTo(ShardFixture.START);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void a_retry_after_hold_is_cleared(HoldCause hold) {
    ShardFixture fixture = hold.open();
    EventKey patient = fixture.post();
    fixture.post();
    fixture.post();
    fixture.respond(Outcome.responded(429, 10, "3000"));
    fixture.fail();
    fixture.fail();
    if (hold == HoldCause.PAUSED) {
      fixture.pause(ShardFixture.URL);
    }
    assertThat(fixture.endpoint(ShardFixture.URL).enabled()).isFalse();

    fixture.enable(ShardFixture.URL);
    EventKey event = fixture.post();

    assertThat(fixture.endpoint(ShardFixture.URL).stored().holdUntil()).isZero();
    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.message(patient).due())
        .isEqualTo(ShardFixture.START + 3_000_000); // its own slot
  }

  @Test
  void all_endpoints_of_a_state_can_be_enabled_in_one_call() {
    ShardFixture fixture = HoldCause.DISABLED.held();
    String paused = "https://paused.example/";
    fixture.subscribe(paused, "TASK", "UPDATE");
    fixture.pause(paused);

    Reply reply =
        fixture.execute(
            new Command.EnableEndpoints(
                fixture.nextRequest(),
                ShardFixture.CUSTOMER,
                CircuitState.DISABLED,
                EndpointSearch.ALL,
                null));

    assertThat(reply).isEqualTo(new Reply.Changed(1, null));
    assertThat(fixture.endpoint(ShardFixture.URL).enabled()).isTrue();
    assertThat(fixture.endpoint(paused).enabled()).isFalse();
  }

  @Test
  void another_customers_endpoint_cannot_be_enabled() {
    ShardFixture fixture = HoldCause.FROZEN.held();

    Reply reply =
        fixture.execute(
            new Command.EnableEndpoint(
                fixture.nextRequest(), "other", fixture.endpoint(ShardFixture.URL).id()));

    assertThat(reply).isEqualTo(Reply.NOT_FOUND);
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
  }
}
