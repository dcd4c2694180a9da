package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** API enable: from disabled, frozen, paused. */
final class EnableTest {

  @ParameterizedTest
  @EnumSource(Hold.class)
  void from_disabled_frozen_and_paused_it_is_enabled_and_not_paused(Hold hold) {
    Stage stage = hold.held();
    stage.pass(Duration.ofSeconds(7));

    assertThat(stage.enable(Stage.URL)).isEqualTo(Reply.DONE);

    Endpoint endpoint = stage.endpoint(Stage.URL);
    assertThat(endpoint.circuit.state()).isEqualTo(CircuitState.ENABLED);
    assertThat(endpoint.paused).isFalse();
    assertThat(endpoint.circuit.disabledAt()).isZero();
    assertThat(endpoint.circuit.frozenAt()).isZero();
    assertThat(endpoint.circuit.healthyAsOf()).isEqualTo(stage.now());
    assertThat(stage.effects(Effect.EndpointChanged.class).getLast().change())
        .isEqualTo(EndpointChange.RECOVERED);
  }

  @ParameterizedTest
  @EnumSource(Hold.class)
  void window_and_consecutive_are_emptied(Hold hold) {
    Stage stage = hold.open();
    stage.failMany(2);
    if (hold == Hold.PAUSED) {
      stage.pause(Stage.URL);
    } else {
      stage.failMany(1);
    }

    stage.enable(Stage.URL);

    Endpoint endpoint = stage.endpoint(Stage.URL);
    assertThat(endpoint.circuit.consecutiveFailures()).isZero();
    assertThat(endpoint.circuit.attemptsInWindow(stage.now())).isZero();
    assertThat(endpoint.circuit.failuresInWindow(stage.now())).isZero();
  }

  @ParameterizedTest
  @EnumSource(Hold.class)
  void held_messages_are_due_at_once(Hold hold) {
    Stage stage = hold.held();
    EventKey first = stage.post();
    EventKey second = stage.post();

    stage.enable(Stage.URL);

    assertThat(stage.eventsOnTheWay()).containsExactly(first);
    stage.succeed();
    assertThat(stage.eventsOnTheWay()).containsExactly(second);
  }

  @ParameterizedTest
  @EnumSource(Hold.class)
  void a_paused_and_disabled_or_frozen_endpoint_is_freed_of_both(Hold hold) {
    Stage stage = hold.held();
    stage.pause(Stage.URL);
    EventKey event = stage.post();

    stage.enable(Stage.URL);

    assertThat(stage.endpoint(Stage.URL).enabled()).isTrue();
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
  }

  @Test
  void on_an_enabled_endpoint_nothing_changes_byte_for_byte() {
    Stage stage = Stage.withDefaults();
    stage.subscribe(Stage.URL);
    stage.failMany(5);
    stage.post();
    stage.answer(Outcome.answered(503, 10, "60"));
    stage.post();
    List<String> before = stage.contents();
    int effects = stage.effects.size();

    assertThat(stage.enable(Stage.URL)).isEqualTo(Reply.DONE);

    assertThat(stage.contents()).isEqualTo(before);
    assertThat(stage.effects).hasSize(effects + 1); // the answer
    assertThat(stage.endpoint(Stage.URL).circuit.consecutiveFailures()).isEqualTo(6);
    assertThat(stage.endpoint(Stage.URL).holdUntil).isEqualTo(Stage.START + 60_000);
  }

  @Test
  void on_an_enabled_endpoint_it_is_no_good_sign_for_the_72_hours_either() {
    Stage stage = Stage.withDefaults();
    stage.subscribe(Stage.URL);
    stage.pass(Duration.ofHours(1));

    stage.enable(Stage.URL);

    assertThat(stage.endpoint(Stage.URL).circuit.healthyAsOf()).isEqualTo(Stage.START);
  }

  @ParameterizedTest
  @EnumSource(Hold.class)
  void a_retry_after_hold_is_cleared(Hold hold) {
    Stage stage = hold.open();
    EventKey patient = stage.post();
    stage.post();
    stage.post();
    stage.answer(Outcome.answered(429, 10, "3000"));
    stage.fail();
    stage.fail();
    if (hold == Hold.PAUSED) {
      stage.pause(Stage.URL);
    }
    assertThat(stage.endpoint(Stage.URL).enabled()).isFalse();

    stage.enable(Stage.URL);
    EventKey event = stage.post();

    assertThat(stage.endpoint(Stage.URL).holdUntil).isZero();
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    assertThat(stage.message(patient).due()).isEqualTo(Stage.START + 3_000_000); // its own slot
  }

  @Test
  void all_endpoints_of_a_state_can_be_enabled_in_one_call() {
    Stage stage = Hold.DISABLED.held();
    String paused = "https://paused.example/";
    stage.subscribe(paused, "TASK", "UPDATE");
    stage.pause(paused);

    Reply reply =
        stage.tell(
            new Command.EnableEndpoints(
                stage.nextRequest(), Stage.CUSTOMER, CircuitState.DISABLED));

    assertThat(reply).isEqualTo(new Reply.Changed(1));
    assertThat(stage.endpoint(Stage.URL).enabled()).isTrue();
    assertThat(stage.endpoint(paused).enabled()).isFalse();
  }

  @Test
  void another_customers_endpoint_cannot_be_enabled() {
    Stage stage = Hold.FROZEN.held();

    Reply reply =
        stage.tell(
            new Command.EnableEndpoint(stage.nextRequest(), "other", stage.endpoint(Stage.URL).id));

    assertThat(reply).isEqualTo(Reply.NOT_FOUND);
    assertThat(stage.endpoint(Stage.URL).circuit.state()).isEqualTo(CircuitState.FROZEN);
  }
}
