package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.state.Endpoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Results that arrive after a change (the request left before it) are counted by the same steps and
 * change no state but by them.
 */
final class LateResultsTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.circuit(2, 4));

  @Test
  void a_late_success_on_a_disabled_endpoint_delivers_and_counts_but_does_not_enable() {
    EventKey late = disabledWithOneInFlight();

    fixture.succeed();

    assertThat(fixture.message(late).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    assertThat(endpoint().circuit().consecutiveFailures()).isZero();
    assertThat(endpoint().circuit().attemptsInWindow(fixture.now())).isEqualTo(3);
    fixture.goTo(Duration.ofMinutes(10)); // the probe comes as it would have
    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_late_failure_on_a_disabled_endpoint_counts_and_uses_its_slot_like_any_other() {
    EventKey late = disabledWithOneInFlight();
    fixture.pass(Duration.ofSeconds(5));

    fixture.fail();

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    assertThat(endpoint().circuit().disabledAt()).isEqualTo(ShardFixture.START);
    assertThat(endpoint().circuit().consecutiveFailures()).isEqualTo(3);
    assertThat(fixture.message(late).slot()).isEqualTo(1);
    assertThat(fixture.message(late).due()).isEqualTo(ShardFixture.START + 84_800);
    assertThat(fixture.attempts(late).getFirst().probe()).isFalse();
  }

  @Test
  void a_late_failure_can_freeze_a_disabled_endpoint() {
    disabledWithOneInFlight();
    fixture.goTo(Duration.ofMinutes(10));
    fixture.respond(fixture.inFlight.getLast(), Outcome.responded(404, 10)); // the probe

    fixture.fail(); // the late one is the fourth

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.FROZEN);
  }

  @Test
  void a_late_success_on_a_frozen_endpoint_delivers_but_does_not_thaw() {
    ShardFixture frozen = new ShardFixture(ShardFixture.freezingAfter(2));
    frozen.subscribe(ShardFixture.URL);
    frozen.post();
    frozen.post();
    EventKey late = frozen.post();
    frozen.fail();
    frozen.fail();

    frozen.succeed();

    assertThat(frozen.message(late).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(frozen.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
  }

  @Test
  void a_late_failure_after_the_api_enabled_is_the_first_of_the_new_count() {
    disabledWithOneInFlight();
    fixture.enable(ShardFixture.URL);

    fixture.fail();

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.ENABLED);
    assertThat(endpoint().circuit().consecutiveFailures()).isEqualTo(1);
    assertThat(endpoint().circuit().attemptsInWindow(fixture.now())).isEqualTo(1);
  }

  @Test
  void late_failures_after_the_api_enabled_can_disable_again() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.post();
    fixture.pause(ShardFixture.URL);
    fixture.enable(ShardFixture.URL);

    fixture.fail();
    fixture.fail();

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void the_late_success_of_a_probe_after_the_api_enabled_delivers_and_empties_nothing() {
    disabledWithOneInFlight();
    fixture.fail();
    fixture.goTo(Duration.ofMinutes(10));
    EventKey probe = fixture.eventsInFlight().getFirst();
    fixture.enable(ShardFixture.URL);

    fixture.succeed();

    assertThat(fixture.message(probe).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(endpoint().circuit().attemptsInWindow(fixture.now())).isEqualTo(1);
    assertThat(fixture.effects(Effect.EndpointChanged.class))
        .extracting(Effect.EndpointChanged::change)
        .containsExactly(EndpointChange.DISABLED, EndpointChange.RECOVERED);
  }

  @Test
  void the_late_success_of_a_probe_enables_an_endpoint_that_was_enabled_and_disabled_meanwhile() {
    fixture.subscribe(ShardFixture.URL);
    for (int i = 0; i < 4; i++) { // raises the limit for the following messages
      fixture.post();
      fixture.succeed();
    }
    for (int i = 0; i < 4; i++) {
      fixture.post();
    }
    fixture.fail();
    fixture.fail();
    fixture.goTo(Duration.ofMinutes(10));
    Effect.Send probe = fixture.inFlight.getLast();
    assertThat(probe.ticket().probe()).isTrue();
    fixture.enable(ShardFixture.URL);
    fixture.fail();
    fixture.fail(); // the other two that were in flight
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);

    fixture.respond(probe, Outcome.responded(200, 10));

    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.ENABLED);
  }

  @Test
  void a_result_reported_twice_counts_once() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    Effect.Send send = fixture.sent();
    fixture.fail();

    fixture.inFlight.add(send);
    fixture.fail();

    assertThat(endpoint().circuit().consecutiveFailures()).isEqualTo(1);
    assertThat(fixture.effects(Effect.AttemptRecorded.class)).hasSize(1);
  }

  @Test
  void a_result_of_a_process_that_died_is_not_counted_for_the_request_that_repeats_it() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    Effect.Send old = fixture.sent();
    fixture.restartAfter(Duration.ofSeconds(1));
    Effect.Send repeated = fixture.sent();

    fixture.inFlight.add(old);
    fixture.respond(old, Outcome.responded(404, 10));

    assertThat(fixture.attempts(event)).isEmpty();
    fixture.respond(repeated, Outcome.responded(200, 10));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  /** Two of three requests failed, which disabled the endpoint. */
  private EventKey disabledWithOneInFlight() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.post();
    EventKey late = fixture.post();
    fixture.fail();
    fixture.fail();
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    assertThat(fixture.eventsInFlight()).containsExactly(late);
    return late;
  }

  private Endpoint endpoint() {
    return fixture.endpoint(ShardFixture.URL);
  }
}
