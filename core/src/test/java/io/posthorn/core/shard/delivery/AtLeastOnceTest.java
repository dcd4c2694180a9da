package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Delivery is at least once, over any crash. */
final class AtLeastOnceTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @BeforeEach
  void add_a_subscription() {
    fixture.subscribe(ShardFixture.URL);
  }

  @Test
  void a_request_whose_outcome_was_not_committed_is_repeated_at_once_with_the_same_id() {
    EventKey event = fixture.post();
    AttemptTicket before = fixture.sent().ticket();
    fixture.pass(Duration.ofSeconds(2));

    fixture.restart();

    AttemptTicket repeated = fixture.sent().ticket();
    assertThat(repeated.message()).isEqualTo(before.message());
    assertThat(repeated.message().event()).isEqualTo(event);
    assertThat(repeated.startedAt()).isEqualTo(fixture.now());
    assertThat(repeated.slot()).isZero();
  }

  @Test
  void an_attempt_exists_once_its_outcome_is_committed() {
    EventKey event = fixture.post();
    assertThat(fixture.attempts(event)).isEmpty();
    assertThat(fixture.message(event).attempts()).isZero();
    fixture.restart();
    assertThat(fixture.sent().ticket().number()).isEqualTo(1); // the one that was lost is none

    fixture.fail();

    assertThat(fixture.attempts(event)).hasSize(1);
    assertThat(fixture.message(event).attempts()).isEqualTo(1);
  }

  @Test
  void a_retry_in_flight_is_repeated_at_once_in_the_same_slot() {
    fixture.post();
    fixture.fail();
    fixture.goTo(Duration.ofMillis(84_800));
    AttemptTicket before = fixture.sent().ticket();
    fixture.pass(Duration.ofSeconds(1));

    fixture.restart();

    AttemptTicket repeated = fixture.sent().ticket();
    assertThat(repeated.message()).isEqualTo(before.message());
    assertThat(repeated.number()).isEqualTo(2);
    assertThat(repeated.slot()).isEqualTo(1);
  }

  @Test
  void a_recorded_outcome_is_not_repeated() {
    EventKey event = fixture.post();
    fixture.succeed();

    fixture.restart();
    fixture.pass(Duration.ofHours(1));

    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void the_id_is_the_same_over_all_attempts_and_replays() {
    EventKey event = fixture.post();
    fixture.fail();
    fixture.goTo(Duration.ofMillis(84_800));
    fixture.succeed();
    fixture.replay(fixture.message(event).id());
    fixture.succeed();

    assertThat(fixture.effects(Effect.Send.class))
        .hasSize(3)
        .allMatch(send -> send.ticket().message().equals(fixture.message(event).id()));
  }

  @Test
  void everything_waiting_is_sent_after_a_crash_and_each_message_ends_once() {
    for (int i = 0; i < 100; i++) {
      fixture.post();
    }
    for (int i = 0; i < 30; i++) {
      fixture.succeed();
    }

    fixture.restart();
    while (!fixture.inFlight.isEmpty()) {
      fixture.succeed();
    }

    assertThat(fixture.effects(Effect.MessageEnded.class))
        .hasSize(100)
        .allMatch(ended -> ended.status() == MessageStatus.DELIVERED)
        .extracting(Effect.MessageEnded::message)
        .doesNotHaveDuplicates();
  }

  @Test
  void an_accepted_event_must_reach_the_disk_and_an_outcome_may_share_a_later_write() {
    fixture.post();
    assertThat(fixture.lastTurnMustSync()).isTrue();

    fixture.succeed();
    assertThat(fixture.lastTurnMustSync()).isFalse();
  }

  @Test
  void the_same_event_id_after_a_crash_makes_no_second_message() {
    EventKey first = fixture.post("order-17");
    fixture.restart();

    EventKey again = fixture.post("order-17");

    assertThat(again).isEqualTo(first);
    assertThat(fixture.eventsInFlight()).containsExactly(first);
  }
}
