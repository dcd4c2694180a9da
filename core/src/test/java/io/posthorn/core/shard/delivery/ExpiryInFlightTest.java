package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** In flight at slot 11's time: the outcome decides. */
final class ExpiryInFlightTest {
  private static final Duration SLOT_11 = Duration.ofMillis(173_585_600);

  @Test
  void on_a_held_endpoint_a_request_in_flight_at_that_time_can_still_deliver() {
    ShardFixture stage = HoldCause.PAUSED.open();
    EventKey event = stage.post();
    stage.pause(ShardFixture.URL);

    stage.goTo(SLOT_11.plusSeconds(1));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);
    stage.succeed();

    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void where_it_fails_no_slot_is_left() {
    ShardFixture stage = HoldCause.PAUSED.open();
    EventKey event = stage.post();
    stage.pause(ShardFixture.URL);

    stage.goTo(SLOT_11);
    stage.fail();

    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(stage.message(event).reason()).isEqualTo(EndReason.RETRIES_EXHAUSTED);
  }

  @Test
  void where_it_fails_before_that_time_it_is_held_and_expires_at_that_time() {
    ShardFixture stage = HoldCause.PAUSED.open();
    EventKey event = stage.post();
    stage.pause(ShardFixture.URL);
    stage.goTo(SLOT_11.minusMillis(1));
    stage.fail();
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);

    stage.goTo(SLOT_11);

    assertThat(stage.message(event).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void a_probe_in_flight_at_that_time_can_still_deliver() {
    ShardFixture stage = HoldCause.DISABLED.held();
    EventKey event = probedJustBeforeThatTime(stage);
    stage.goTo(SLOT_11.plusSeconds(1));
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);

    stage.succeed();

    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_probe_in_flight_at_that_time_that_fails_leaves_its_message_expired() {
    ShardFixture stage = HoldCause.DISABLED.held();
    EventKey event = probedJustBeforeThatTime(stage);
    stage.goTo(SLOT_11.plusSeconds(1));

    stage.fail();
    stage.settle();

    assertThat(stage.message(event).reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(stage.message(event).endedAt()).isEqualTo(stage.now());
    assertThat(stage.onTheWay).isEmpty();
  }

  /** The probe of 173,400 s is on its way; slot 11 is at 173,585.6 s. */
  private static EventKey probedJustBeforeThatTime(ShardFixture stage) {
    EventKey event = stage.post();
    for (int probe = 1; probe < 289; probe++) {
      stage.goTo(Duration.ofMinutes(10).multipliedBy(probe));
      stage.fail();
    }
    stage.goTo(Duration.ofMinutes(10).multipliedBy(289));
    assertThat(stage.eventsOnTheWay()).containsExactly(event);
    return event;
  }
}
