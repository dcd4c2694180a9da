package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.read.MessageListings;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An ended message again: a fresh schedule, the same id, in the retry lane. */
final class ReplayTest {
  private static final String NEW_URL = "https://new.example/hook";

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void a_replayed_message_has_the_same_id_and_goes_out_at_once_in_the_retry_lane() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.pass(Duration.ofHours(5));

    assertThat(stage.replay(id(event))).isEqualTo(Reply.DONE);

    assertThat(stage.sent().ticket().message()).isEqualTo(id(event));
    assertThat(stage.sent().ticket().lane()).isEqualTo(Lane.RETRY);
    assertThat(stage.sent().ticket().slot()).isZero();
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);
  }

  @Test
  void it_has_a_fresh_schedule_from_the_moment_of_the_replay() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.pass(Duration.ofHours(5));
    stage.replay(id(event));
    stage.fail();
    Message message = stage.message(event);
    assertThat(message.slot()).isEqualTo(1);
    assertThat(message.due()).isEqualTo(stage.now() + 84_800);
    assertThat(message.start()).isEqualTo(stage.now());
  }

  @Test
  void a_dropped_message_gets_its_twelve_attempts_again_and_their_numbers_go_on() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    failUntilEnded(event);
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DROPPED);

    stage.replay(id(event));
    failUntilEnded(event);

    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(stage.attempts(event)).hasSize(24);
    for (int i = 0; i < 24; i++) {
      Attempt attempt = stage.attempts(event).get(i);
      assertThat(attempt.number()).isEqualTo(i + 1);
      assertThat(attempt.slot()).isEqualTo(i % 12);
    }
  }

  @Test
  void it_goes_to_the_current_url_of_its_subscription_and_is_listed_there() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.move(subscription, NEW_URL);
    stage.settle();

    stage.replay(id(event));

    assertThat(stage.sent().target().url().text()).isEqualTo(NEW_URL);
    assertThat(stage.message(event).endpoint()).isEqualTo(stage.id(NEW_URL));
    assertThat(MessageListings.of(stage, stage.id(NEW_URL))).containsExactly(id(event));
    assertThat(MessageListings.of(stage, stage.id(ShardFixture.URL))).isEmpty();
  }

  @Test
  void a_cancelled_message_can_be_replayed_and_is_not_listed_as_cancelled_then() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    EventKey event = stage.post();
    stage.cancel(id(event));
    assertThat(MessageListings.of(stage, MessageStatus.CANCELLED)).containsExactly(id(event));

    assertThat(stage.replay(id(event))).isEqualTo(Reply.DONE);

    assertThat(MessageListings.of(stage, MessageStatus.CANCELLED)).isEmpty();
    stage.enable(stage.id(ShardFixture.URL));
    stage.succeed();
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_message_that_has_not_ended_is_a_conflict() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    assertThat(stage.replay(id(event))).isInstanceOf(Reply.Conflict.class); // in flight
    stage.fail();
    assertThat(stage.replay(id(event))).isInstanceOf(Reply.Conflict.class); // waiting
    assertThat(stage.message(event).slot()).isEqualTo(1);
  }

  @Test
  void a_message_of_a_deleted_subscription_is_a_conflict() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.delete(subscription);
    stage.settle();
    assertThat(stage.replay(id(event))).isInstanceOf(Reply.Conflict.class);
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_message_whose_payload_is_gone_is_a_conflict() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.pass(Duration.ofDays(4));
    assertThat(stage.stored(event).hasPayload()).isFalse();
    assertThat(stage.replay(id(event))).isInstanceOf(Reply.Conflict.class);
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void a_message_that_does_not_exist_is_not_found() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    assertThat(stage.replay(new MessageId(event, 1))).isEqualTo(Reply.NOT_FOUND);
    assertThat(stage.replay(new MessageId(EventKey.of(1, 2, 3, 4), 0))).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void another_customers_message_is_not_found_and_stays_as_it_was() {
    stage.subscribe(ShardFixture.URL);
    EventKey waiting = stage.post();
    stage.fail();
    EventKey ended = delivered();
    for (EventKey event : new EventKey[] {waiting, ended}) {
      Message before = stage.message(event);
      assertThat(stage.tell(new Command.ReplayMessage(stage.nextRequest(), "other", id(event))))
          .isEqualTo(Reply.NOT_FOUND);
      assertThat(stage.message(event)).isEqualTo(before);
    }
  }

  @Test
  void on_a_held_endpoint_it_waits() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    stage.pause(stage.id(ShardFixture.URL));
    assertThat(stage.replay(id(event))).isEqualTo(Reply.DONE);
    assertThat(stage.onTheWay).isEmpty();
    stage.restart();
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(stage.sent().ticket().message()).isEqualTo(id(event));
  }

  private EventKey delivered() {
    EventKey event = stage.post();
    stage.succeed();
    return event;
  }

  private void failUntilEnded(EventKey event) {
    while (!stage.message(event).status().ended()) {
      stage.fail();
      if (!stage.message(event).status().ended()) {
        stage.goTo(Duration.ofMillis(stage.message(event).due() - ShardFixture.START));
      }
    }
  }

  private static MessageId id(EventKey event) {
    return new MessageId(event, 0);
  }
}
