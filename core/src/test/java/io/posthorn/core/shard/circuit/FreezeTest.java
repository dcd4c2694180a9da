package io.posthorn.core.shard.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Frozen: no request at all, until the API enables it. */
final class FreezeTest {
  private final ShardFixture fixture = new ShardFixture(ShardFixture.freezingAfter(3));

  @Test
  void a_frozen_endpoint_gets_no_request_even_after_restart() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(3);
    assertThat(state(fixture)).isEqualTo(CircuitState.FROZEN);

    for (int hour = 1; hour <= 100; hour++) {
      fixture.post();
      fixture.goTo(Duration.ofHours(hour));
      if (hour % 7 == 0) {
        fixture.restart();
      }
      if (hour % 11 == 0) {
        fixture.restartAfter(Duration.ofMinutes(1));
      }
    }

    assertThat(fixture.effects(Effect.Send.class)).hasSize(3); // those that froze it
    assertThat(state(fixture)).isEqualTo(CircuitState.FROZEN);
  }

  @Test
  void the_failure_that_freezes_is_announced_with_its_time() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pass(Duration.ofSeconds(9));
    fixture.failMany(3);

    assertThat(fixture.endpoint(ShardFixture.URL).circuit().frozenAt())
        .isEqualTo(ShardFixture.START + 9_000);
    assertThat(fixture.effects(Effect.EndpointChanged.class))
        .extracting(Effect.EndpointChanged::change)
        .containsExactly(EndpointChange.FROZEN);
    assertThat(fixture.lastTurnMustSync()).isTrue();
  }

  @Test
  void only_the_api_enables_it() {
    fixture.subscribe(ShardFixture.URL);
    HoldCause.FROZEN.begin(fixture);
    EventKey event = fixture.post();
    fixture.goTo(Duration.ofHours(40));
    assertThat(fixture.inFlight).isEmpty();

    fixture.enable(ShardFixture.URL);

    assertThat(state(fixture)).isEqualTo(CircuitState.ENABLED);
    assertThat(fixture.eventsInFlight()).containsExactly(event);
    assertThat(fixture.sent().ticket().probe()).isFalse();
  }

  @Test
  void a_disabled_endpoint_is_frozen_by_a_probe_that_fails_and_its_message_is_held() {
    ShardFixture both = new ShardFixture(ShardFixture.circuit(3, 4));
    both.subscribe(ShardFixture.URL);
    HoldCause.DISABLED.begin(both);
    EventKey event = both.post();
    both.goTo(Duration.ofMinutes(10));
    assertThat(both.sent().ticket().probe()).isTrue();

    both.fail();

    assertThat(state(both)).isEqualTo(CircuitState.FROZEN);
    assertThat(both.message(event).slot()).isZero();
    both.goTo(Duration.ofHours(47));
    assertThat(both.inFlight).isEmpty();
    assertThat(both.message(event).status()).isEqualTo(MessageStatus.WAITING);
    both.enable(ShardFixture.URL);
    assertThat(both.eventsInFlight()).containsExactly(event);
  }

  @Test
  void a_cut_off_probe_is_not_repeated_on_an_endpoint_that_was_frozen_meanwhile() {
    ShardFixture both = new ShardFixture(ShardFixture.circuit(2, 3));
    both.subscribe(ShardFixture.URL);
    for (int i = 0; i < 3; i++) {
      both.post();
    }
    Effect.Send late = both.inFlight.getLast();
    both.fail();
    both.fail();
    both.goTo(Duration.ofMinutes(10));
    assertThat(both.inFlight.getLast().ticket().probe()).isTrue();
    both.respond(late, Outcome.responded(404, 10));
    assertThat(state(both)).isEqualTo(CircuitState.FROZEN);

    both.restart();

    assertThat(both.inFlight).isEmpty();
  }

  @Test
  void deleting_the_subscription_and_creating_it_again_does_not_thaw_the_endpoint() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.failMany(3);

    fixture.delete(subscription);
    fixture.settle();
    fixture.subscribe(ShardFixture.URL);
    fixture.post();

    assertThat(state(fixture)).isEqualTo(CircuitState.FROZEN);
    assertThat(fixture.inFlight).isEmpty();
  }

  private static CircuitState state(ShardFixture fixture) {
    return fixture.endpoint(ShardFixture.URL).circuit().state();
  }
}
