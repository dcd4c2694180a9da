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
final class PromiseTest {
  private final ShardFixture stage = ShardFixture.withDefaults();

  @BeforeEach
  void somebody_listens() {
    stage.subscribe(ShardFixture.URL);
  }

  @Test
  void a_request_whose_outcome_was_not_committed_is_repeated_at_once_with_the_same_id() {
    EventKey event = stage.post();
    AttemptTicket before = stage.sent().ticket();
    stage.pass(Duration.ofSeconds(2));

    stage.restart();

    AttemptTicket repeated = stage.sent().ticket();
    assertThat(repeated.message()).isEqualTo(before.message());
    assertThat(repeated.message().event()).isEqualTo(event);
    assertThat(repeated.startedAt()).isEqualTo(stage.now());
    assertThat(repeated.slot()).isZero();
  }

  @Test
  void an_attempt_exists_once_its_outcome_is_committed() {
    EventKey event = stage.post();
    assertThat(stage.attempts(event)).isEmpty();
    assertThat(stage.message(event).attempts()).isZero();
    stage.restart();
    assertThat(stage.sent().ticket().number()).isEqualTo(1); // the one that was lost is none

    stage.fail();

    assertThat(stage.attempts(event)).hasSize(1);
    assertThat(stage.message(event).attempts()).isEqualTo(1);
  }

  @Test
  void a_retry_in_flight_is_repeated_at_once_in_the_same_slot() {
    stage.post();
    stage.fail();
    stage.goTo(Duration.ofMillis(84_800));
    AttemptTicket before = stage.sent().ticket();
    stage.pass(Duration.ofSeconds(1));

    stage.restart();

    AttemptTicket repeated = stage.sent().ticket();
    assertThat(repeated.message()).isEqualTo(before.message());
    assertThat(repeated.number()).isEqualTo(2);
    assertThat(repeated.slot()).isEqualTo(1);
  }

  @Test
  void a_recorded_outcome_is_not_repeated() {
    EventKey event = stage.post();
    stage.succeed();

    stage.restart();
    stage.pass(Duration.ofHours(1));

    assertThat(stage.onTheWay).isEmpty();
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void the_id_is_the_same_over_all_attempts_and_replays() {
    EventKey event = stage.post();
    stage.fail();
    stage.goTo(Duration.ofMillis(84_800));
    stage.succeed();
    stage.replay(stage.message(event).id());
    stage.succeed();

    assertThat(stage.effects(Effect.Send.class))
        .hasSize(3)
        .allMatch(send -> send.ticket().message().equals(stage.message(event).id()));
  }

  @Test
  void everything_waiting_is_sent_after_a_crash_and_each_message_ends_once() {
    for (int i = 0; i < 100; i++) {
      stage.post();
    }
    for (int i = 0; i < 30; i++) {
      stage.succeed();
    }

    stage.restart();
    while (!stage.onTheWay.isEmpty()) {
      stage.succeed();
    }

    assertThat(stage.effects(Effect.MessageEnded.class))
        .hasSize(100)
        .allMatch(ended -> ended.status() == MessageStatus.DELIVERED)
        .extracting(Effect.MessageEnded::message)
        .doesNotHaveDuplicates();
  }

  @Test
  void an_accepted_event_must_reach_the_disk_and_an_outcome_may_share_a_later_write() {
    stage.post();
    assertThat(stage.lastTurnMustSync()).isTrue();

    stage.succeed();
    assertThat(stage.lastTurnMustSync()).isFalse();
  }

  @Test
  void the_same_event_id_after_a_crash_makes_no_second_message() {
    EventKey first = stage.post("order-17");
    stage.restart();

    EventKey again = stage.post("order-17");

    assertThat(again).isEqualTo(first);
    assertThat(stage.eventsOnTheWay()).containsExactly(first);
  }
}
