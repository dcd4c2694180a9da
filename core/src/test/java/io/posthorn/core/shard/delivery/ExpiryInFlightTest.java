package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.circuit.HoldCause;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** In flight at slot 11's time: the outcome decides. */
final class ExpiryInFlightTest {
  private static final Duration SLOT_11 = Duration.ofMillis(173_585_600);

  @Test
  void on_a_held_endpoint_a_request_in_flight_at_that_time_can_still_deliver() {
    ShardFixture fixture = HoldCause.PAUSED.open();
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);

    fixture.goTo(SLOT_11.plusSeconds(1));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
    fixture.succeed();

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void if_it_fails_no_slot_is_left() {
    ShardFixture fixture = HoldCause.PAUSED.open();
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);

    fixture.goTo(SLOT_11);
    fixture.fail();

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void if_it_fails_before_that_time_it_is_held_and_expires_at_that_time() {
    ShardFixture fixture = HoldCause.PAUSED.open();
    EventKey event = fixture.post();
    fixture.pause(ShardFixture.URL);
    fixture.goTo(SLOT_11.minusMillis(1));
    fixture.fail();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);

    fixture.goTo(SLOT_11);

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void a_probe_in_flight_at_that_time_can_still_deliver() {
    ShardFixture fixture = HoldCause.DISABLED.held();
    EventKey event = probedJustBeforeThatTime(fixture);
    fixture.goTo(SLOT_11.plusSeconds(1));
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);

    fixture.succeed();

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_probe_in_flight_at_that_time_that_fails_leaves_its_message_expired() {
    ShardFixture fixture = HoldCause.DISABLED.held();
    EventKey event = probedJustBeforeThatTime(fixture);
    fixture.goTo(SLOT_11.plusSeconds(1));

    fixture.fail();
    fixture.settle();

    assertThat(fixture.message(event).reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(fixture.message(event).endedAt()).isEqualTo(fixture.now());
    assertThat(fixture.inFlight).isEmpty();
  }

  /** The probe of 173,400 s is on its way; slot 11 is at 173,585.6 s. */
  private static EventKey probedJustBeforeThatTime(ShardFixture fixture) {
    EventKey event = fixture.post();
    for (int probe = 1; probe < 289; probe++) {
      fixture.goTo(Duration.ofMinutes(10).multipliedBy(probe));
      fixture.fail();
    }
    fixture.goTo(Duration.ofMinutes(10).multipliedBy(289));
    assertThat(fixture.eventsInFlight()).containsExactly(event);
    return event;
  }
}
