package io.posthorn.core.shard.delivery;

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

/** When a disabled endpoint is probed, and by what it is enabled. */
final class ProbeTest {
  private final ShardFixture stage = new ShardFixture(ShardFixture.disablingAfter(3));

  @BeforeEach
  void an_endpoint_is_disabled_5_seconds_after_the_start_and_nothing_waits() {
    stage.subscribe(ShardFixture.URL);
    stage.pass(Duration.ofSeconds(5));
    HoldCause.DISABLED.begin(stage);
    assertThat(state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void a_probe_is_due_10_minutes_after_disabled_at() {
    EventKey event = stage.post();
    stage.goTo(Duration.ofMillis(604_999));
    assertThat(stage.onTheWay).isEmpty();

    stage.goTo(Duration.ofMillis(605_000));

    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    assertThat(stage.sent().ticket().probe()).isTrue();
    assertThat(stage.sent().ticket().startedAt()).isEqualTo(ShardFixture.START + 605_000);
  }

  @Test
  void the_next_probe_is_due_10_minutes_after_the_start_of_the_last_and_not_after_its_end() {
    stage.post();
    stage.goTo(Duration.ofMillis(605_000));
    stage.pass(Duration.ofSeconds(4));
    stage.fail();

    stage.goTo(Duration.ofMillis(1_204_999));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMillis(1_205_000));

    assertThat(stage.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_probe_that_began_late_moves_the_next_one() {
    stage.goTo(Duration.ofMinutes(13));
    stage.post();
    stage.fail();

    stage.goTo(Duration.ofMinutes(23).minusMillis(1));
    assertThat(stage.onTheWay).isEmpty();
    stage.goTo(Duration.ofMinutes(23));
    assertThat(stage.sent().ticket().probe()).isTrue();
  }

  @Test
  void no_attempts_but_probes_and_these_one_at_a_time() {
    for (int i = 0; i < 20; i++) {
      stage.post();
    }
    assertThat(stage.onTheWay).isEmpty();

    stage.goTo(Duration.ofMinutes(45)); // the first probe has no outcome for half an hour
    assertThat(stage.onTheWay).hasSize(1);
    stage.fail();

    assertThat(stage.onTheWay).hasSize(1); // the next was due long ago
    assertThat(stage.sent().ticket().startedAt()).isEqualTo(stage.now());
    assertThat(stage.sent().ticket().probe()).isTrue();
  }

  @Test
  void if_nothing_waits_the_next_message_accepted_after_that_moment_is_the_probe() {
    stage.goTo(Duration.ofHours(7));
    assertThat(stage.onTheWay).isEmpty();

    EventKey event = stage.post();

    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    assertThat(stage.sent().ticket().probe()).isTrue();
    assertThat(stage.sent().ticket().startedAt()).isEqualTo(stage.now());
  }

  @Test
  void a_message_accepted_in_that_moment_is_the_probe_and_one_before_it_waits_for_it() {
    stage.goTo(Duration.ofMillis(604_999));
    EventKey before = stage.post();
    assertThat(stage.onTheWay).isEmpty();
    stage.cancel(before);

    stage.goTo(Duration.ofMillis(605_000));
    EventKey then = stage.post();

    assertThat(stage.eventsOnTheWay()).containsExactly(then);
  }

  @Test
  void a_probe_is_an_attempt_in_every_respect_with_probe_true() {
    EventKey event = stage.post();
    stage.goTo(Duration.ofMillis(605_000));
    stage.pass(Duration.ofMillis(10));
    stage.fail();

    Attempt attempt = stage.attempts(event).getFirst();
    assertThat(attempt.probe()).isTrue();
    assertThat(attempt.number()).isEqualTo(1);
    assertThat(attempt.outcome().status()).isEqualTo(404);
    assertThat(stage.message(event).attempts()).isEqualTo(1);
    Endpoint endpoint = stage.endpoint(ShardFixture.URL);
    assertThat(endpoint.circuit().consecutiveFailures()).isEqualTo(4);
    assertThat(endpoint.circuit().attemptsInWindow(stage.now())).isEqualTo(4);
    assertThat(endpoint.failures()).isEqualTo(4);
  }

  @Test
  void an_attempt_that_is_no_probe_says_probe_false() {
    stage.enable(ShardFixture.URL);
    EventKey event = stage.post();
    stage.succeed();

    assertThat(stage.attempts(event).getFirst().probe()).isFalse();
  }

  @Test
  void the_retry_after_of_a_probe_is_ignored() {
    EventKey event = stage.post();
    stage.goTo(Duration.ofMillis(605_000));

    stage.answer(Outcome.answered(503, 10, "3600"));

    assertThat(stage.message(event).due()).isEqualTo(ShardFixture.START + 5_000); // as it was
    stage.goTo(Duration.ofMillis(1_205_000));
    assertThat(stage.sent().ticket().probe()).isTrue();
  }

  @Test
  void a_probes_success_delivers_its_message_and_enables() {
    EventKey event = stage.post();
    stage.goTo(Duration.ofMillis(605_000));

    stage.succeed();

    assertThat(stage.message(event).status().text()).isEqualTo("delivered");
    assertThat(state()).isEqualTo(CircuitState.ENABLED);
    assertThat(stage.effects(Effect.EndpointChanged.class).getLast().change())
        .isEqualTo(EndpointChange.RECOVERED);
    Endpoint endpoint = stage.endpoint(ShardFixture.URL);
    assertThat(endpoint.circuit().attemptsInWindow(stage.now())).isZero();
    EventKey next = stage.post();
    assertThat(stage.eventsOnTheWay()).containsExactly(next);
    assertThat(stage.sent().ticket().probe()).isFalse();
  }

  @Test
  void after_a_probes_success_all_held_messages_are_due_at_once_released_within_the_allowance() {
    for (int i = 0; i < 20; i++) {
      stage.post();
    }
    stage.goTo(Duration.ofMillis(605_000));
    stage.succeed();

    assertThat(stage.onTheWay).hasSize(1); // the allowance starts at 1 after disabled
    stage.succeed();
    assertThat(stage.onTheWay)
        .hasSize(1); // of 2 places one is for retries, of which there are none
    stage.succeed();
    assertThat(stage.onTheWay).hasSize(2);
    stage.succeed();
    assertThat(stage.onTheWay).hasSize(3);
    while (!stage.onTheWay.isEmpty()) {
      stage.succeed();
    }
    assertThat(stage.time()).hasMillis(605_000); // at once: no time has passed
    assertThat(stage.endpoint(ShardFixture.URL).successes()).isEqualTo(20);
  }

  @Test
  void a_paused_disabled_endpoint_is_not_probed() {
    stage.post();
    stage.pause(ShardFixture.URL);

    stage.goTo(Duration.ofHours(24));

    assertThat(stage.onTheWay).isEmpty();
    assertThat(state()).isEqualTo(CircuitState.DISABLED);
  }

  @Test
  void a_retry_after_hold_also_delays_probes() {
    ShardFixture other = new ShardFixture(ShardFixture.disablingAfter(3));
    other.subscribe(ShardFixture.URL);
    other.failMany(2);
    other.post();
    other.answer(Outcome.answered(429, 10, "1800")); // disables, and asks for half an hour

    other.goTo(Duration.ofMinutes(30).minusMillis(1));
    assertThat(other.onTheWay).isEmpty();
    other.goTo(Duration.ofMinutes(30));
    assertThat(other.sent().ticket().probe()).isTrue();
  }

  private CircuitState state() {
    return stage.endpoint(ShardFixture.URL).circuit().state();
  }
}
