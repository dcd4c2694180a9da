package io.posthorn.core.shard.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.state.Endpoint;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The times of probes, and the recovery of a disabled endpoint. */
final class ProbeTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));

  @BeforeEach
  void an_endpoint_is_disabled_5_seconds_after_the_start_and_nothing_waits() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pass(Duration.ofSeconds(5));
    HoldCause.DISABLED.begin(fixture);
    assertThat(state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void a_probe_is_due_10_minutes_after_disabled_at() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(604_999));
    assertThat(fixture.inFlight).isEmpty();

    fixture.goTo(Duration.ofMillis(605_000));

    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.sent().ticket().probe()).isTrue();
    assertThat(fixture.sent().ticket().startedAt()).isEqualTo(ShardFixture.START + 605_000);
  }

  @Test
  void the_next_probe_is_due_10_minutes_after_the_start_of_the_last_and_not_after_its_end() {
    fixture.post();
    fixture.goTo(Duration.ofMillis(605_000));
    fixture.pass(Duration.ofSeconds(4));
    fixture.fail();

    fixture.goTo(Duration.ofMillis(1_204_999));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMillis(1_205_000));

    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_probe_that_began_late_moves_the_next_one() {
    fixture.goTo(Duration.ofMinutes(13));
    fixture.post();
    fixture.fail();

    fixture.goTo(Duration.ofMinutes(23).minusMillis(1));
    assertThat(fixture.inFlight).isEmpty();
    fixture.goTo(Duration.ofMinutes(23));
    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void no_attempts_but_probes_and_these_one_at_a_time() {
    for (int i = 0; i < 20; i++) {
      fixture.post();
    }
    assertThat(fixture.inFlight).isEmpty();

    fixture.goTo(Duration.ofMinutes(45)); // the first probe has no outcome for half an hour
    assertThat(fixture.inFlight).hasSize(1);
    fixture.fail();

    assertThat(fixture.inFlight).hasSize(1); // the next was due long ago
    assertThat(fixture.sent().ticket().startedAt()).isEqualTo(fixture.now());
    assertThat(fixture.sent().ticket().probe()).isTrue();
  }

  @Test
  void if_nothing_waits_the_next_message_accepted_after_that_time_is_the_probe() {
    fixture.goTo(Duration.ofHours(7));
    assertThat(fixture.inFlight).isEmpty();

    EventKey event = fixture.post();

    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.sent().ticket().probe()).isTrue();
    assertThat(fixture.sent().ticket().startedAt()).isEqualTo(fixture.now());
  }

  @Test
  void a_message_accepted_at_that_time_is_the_probe_and_one_before_it_waits_for_it() {
    fixture.goTo(Duration.ofMillis(604_999));
    EventKey before = fixture.post();
    assertThat(fixture.inFlight).isEmpty();
    fixture.cancel(before);

    fixture.goTo(Duration.ofMillis(605_000));
    EventKey then = fixture.post();

    assertThat(fixture.eventsInFlight()).containsExactly(then);
  }

  @Test
  void a_probe_is_an_attempt_in_every_respect_with_probe_true() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(605_000));
    fixture.pass(Duration.ofMillis(10));
    fixture.fail();

    Attempt attempt = fixture.attempts(event).getFirst();
    assertThat(attempt.probe()).isTrue();
    assertThat(attempt.number()).isEqualTo(1);
    assertThat(attempt.outcome().status()).isEqualTo(404);
    assertThat(fixture.message(event).attempts()).isEqualTo(1);
    Endpoint endpoint = fixture.endpoint(ShardFixture.URL);
    assertThat(endpoint.circuit().consecutiveFailures()).isEqualTo(4);
    assertThat(endpoint.circuit().attemptsInWindow(fixture.now())).isEqualTo(4);
    assertThat(endpoint.failures()).isEqualTo(4);
  }

  @Test
  void an_attempt_that_is_no_probe_says_probe_false() {
    fixture.enable(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.succeed();

    assertThat(fixture.attempts(event).getFirst().probe()).isFalse();
  }

  @Test
  void the_retry_after_of_a_probe_is_ignored() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(605_000));

    fixture.respond(Outcome.responded(503, 10, "3600"));

    assertThat(fixture.message(event).due()).isEqualTo(ShardFixture.START + 5_000); // as it was
    fixture.goTo(Duration.ofMillis(1_205_000));
    assertThat(fixture.sent().ticket().probe()).isTrue();
    fixture.succeed();
    EventKey next = fixture.post();
    assertThat(fixture.eventsInFlight()).as("nothing is delayed afterwards").containsExactly(next);
  }

  @Test
  void the_retry_after_of_a_probe_does_not_delay_an_endpoint_that_the_api_enabled_meanwhile() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(605_000));
    Effect.Send probe = fixture.sent();
    fixture.enable(ShardFixture.URL);

    fixture.respond(probe, Outcome.responded(503, 10, "3600"));

    assertThat(fixture.eventsInFlight()).as("attempted again at once").containsExactly(event);
    assertThat(fixture.sent().ticket().probe()).isFalse();
  }

  @Test
  void the_retry_after_of_a_probe_is_not_shown_as_that_of_its_endpoint() {
    fixture.post();
    fixture.goTo(Duration.ofMillis(605_000));

    fixture.respond(Outcome.responded(503, 10, "3600"));

    assertThat(fixture.endpoint(ShardFixture.URL).stored().holdUntil()).isZero();
  }

  @Test
  void a_probes_success_delivers_its_message_and_enables() {
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofMillis(605_000));

    fixture.succeed();

    assertThat(fixture.message(event).status().text()).isEqualTo("delivered");
    assertThat(state()).isEqualTo(CircuitState.ENABLED);
    assertThat(fixture.effects(Effect.EndpointChanged.class).getLast().change())
        .isEqualTo(EndpointChange.RECOVERED);
    Endpoint endpoint = fixture.endpoint(ShardFixture.URL);
    assertThat(endpoint.circuit().attemptsInWindow(fixture.now())).isZero();
    EventKey next = fixture.post();
    assertThat(fixture.eventsInFlight()).containsExactly(next);
    assertThat(fixture.sent().ticket().probe()).isFalse();
  }

  @Test
  void after_a_probes_success_all_held_messages_are_due_at_once_within_the_in_flight_limit() {
    for (int i = 0; i < 20; i++) {
      fixture.post();
    }
    fixture.goTo(Duration.ofMillis(605_000));
    fixture.succeed();

    assertThat(fixture.inFlight).hasSize(1); // the in-flight limit starts at 1 after disabled
    fixture.succeed();
    assertThat(fixture.inFlight)
        .hasSize(1); // half of the limit of 2 is for retries, of which there are none
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(2);
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(3);
    while (!fixture.inFlight.isEmpty()) {
      fixture.succeed();
    }
    assertThat(fixture.time()).hasMillis(605_000); // at once: no time has passed
    assertThat(fixture.endpoint(ShardFixture.URL).successes()).isEqualTo(20);
  }

  @Test
  void a_paused_disabled_endpoint_is_not_probed() {
    fixture.post();
    fixture.pause(ShardFixture.URL);

    fixture.goTo(Duration.ofHours(24));

    assertThat(fixture.inFlight).isEmpty();
    assertThat(state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void probes_come_every_10_minutes_whatever_retry_after_is() {
    ShardFixture other = new ShardFixture(ShardFixture.disablingAfter(3));
    other.subscribe(ShardFixture.URL);
    other.failMany(2);
    other.post();
    other.respond(Outcome.responded(429, 10, "1800")); // disables, and asks for half an hour

    for (long probe = 1; probe <= 2; probe++) {
      other.goTo(Duration.ofMinutes(10 * probe).minusMillis(1));
      assertThat(other.inFlight).isEmpty();
      other.goTo(Duration.ofMinutes(10 * probe));
      assertThat(other.sent().ticket().probe()).isTrue();
      other.respond(Outcome.responded(503, 10, "1800")); // a probe's own is ignored
    }
  }

  private CircuitState state() {
    return fixture.endpoint(ShardFixture.URL).circuit().state();
  }
}
