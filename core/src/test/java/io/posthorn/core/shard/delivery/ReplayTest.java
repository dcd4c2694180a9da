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

/** Replaying an ended message: the same id with a new schedule, in the retry lane. */
final class ReplayTest {
  private static final String NEW_URL = "https://new.example/hook";

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_replayed_message_has_the_same_id_and_goes_out_at_once_in_the_retry_lane() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.pass(Duration.ofHours(5));

    assertThat(fixture.replay(id(event))).isEqualTo(Reply.DONE);

    assertThat(fixture.sent().ticket().message()).isEqualTo(id(event));
    assertThat(fixture.sent().ticket().lane()).isEqualTo(Lane.RETRY);
    assertThat(fixture.sent().ticket().slot()).isZero();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
  }

  @Test
  void it_has_a_fresh_schedule_from_the_time_of_the_replay() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.pass(Duration.ofHours(5));
    fixture.replay(id(event));
    fixture.fail();
    Message message = fixture.message(event);
    assertThat(message.slot()).isEqualTo(1);
    assertThat(message.due()).isEqualTo(fixture.now() + 84_800);
    assertThat(message.start()).isEqualTo(fixture.now());
  }

  @Test
  void a_dropped_message_gets_twelve_more_attempts_whose_numbers_continue() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    failUntilEnded(event);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);

    fixture.replay(id(event));
    failUntilEnded(event);

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
    assertThat(fixture.attempts(event)).hasSize(24);
    for (int i = 0; i < 24; i++) {
      Attempt attempt = fixture.attempts(event).get(i);
      assertThat(attempt.number()).isEqualTo(i + 1);
      assertThat(attempt.slot()).isEqualTo(i % 12);
    }
  }

  @Test
  void it_goes_to_the_current_url_of_its_subscription_and_is_listed_there() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.move(subscription, NEW_URL);
    fixture.settle();

    fixture.replay(id(event));

    assertThat(fixture.sent().target().url().text()).isEqualTo(NEW_URL);
    assertThat(fixture.message(event).endpoint()).isEqualTo(fixture.id(NEW_URL));
    assertThat(MessageListings.of(fixture, fixture.id(NEW_URL))).containsExactly(id(event));
    assertThat(MessageListings.of(fixture, fixture.id(ShardFixture.URL))).isEmpty();
  }

  @Test
  void a_cancelled_message_can_be_replayed_and_is_not_listed_as_cancelled_then() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    EventKey event = fixture.post();
    fixture.cancel(id(event));
    assertThat(MessageListings.of(fixture, MessageStatus.CANCELLED)).containsExactly(id(event));

    assertThat(fixture.replay(id(event))).isEqualTo(Reply.DONE);

    assertThat(MessageListings.of(fixture, MessageStatus.CANCELLED)).isEmpty();
    fixture.enable(fixture.id(ShardFixture.URL));
    fixture.succeed();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_message_that_has_not_ended_is_a_conflict() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    assertThat(fixture.replay(id(event))).isInstanceOf(Reply.Conflict.class); // in flight
    fixture.fail();
    assertThat(fixture.replay(id(event))).isInstanceOf(Reply.Conflict.class); // waiting
    assertThat(fixture.message(event).slot()).isEqualTo(1);
  }

  @Test
  void a_message_of_a_deleted_subscription_is_a_conflict() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.delete(subscription);
    fixture.settle();
    assertThat(fixture.replay(id(event))).isInstanceOf(Reply.Conflict.class);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_message_whose_payload_is_gone_is_a_conflict() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.pass(Duration.ofDays(4));
    assertThat(fixture.stored(event).hasPayload()).isFalse();
    assertThat(fixture.replay(id(event))).isInstanceOf(Reply.Conflict.class);
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_message_that_does_not_exist_is_not_found() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    assertThat(fixture.replay(new MessageId(event, 1))).isEqualTo(Reply.NOT_FOUND);
    assertThat(fixture.replay(new MessageId(EventKey.of(1, 2, 3, 4), 0)))
        .isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void another_customers_message_is_not_found_and_stays_as_it_was() {
    fixture.subscribe(ShardFixture.URL);
    EventKey waiting = fixture.post();
    fixture.fail();
    EventKey ended = delivered();
    for (EventKey event : new EventKey[] {waiting, ended}) {
      Message before = fixture.message(event);
      assertThat(
              fixture.execute(new Command.ReplayMessage(fixture.nextRequest(), "other", id(event))))
          .isEqualTo(Reply.NOT_FOUND);
      assertThat(fixture.message(event)).isEqualTo(before);
    }
  }

  @Test
  void on_a_held_endpoint_it_waits() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = delivered();
    fixture.pause(fixture.id(ShardFixture.URL));
    assertThat(fixture.replay(id(event))).isEqualTo(Reply.DONE);
    assertThat(fixture.inFlight).isEmpty();
    fixture.restart();
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(fixture.sent().ticket().message()).isEqualTo(id(event));
  }

  private EventKey delivered() {
    EventKey event = fixture.post();
    fixture.succeed();
    return event;
  }

  private void failUntilEnded(EventKey event) {
    while (!fixture.message(event).status().ended()) {
      fixture.fail();
      if (!fixture.message(event).status().ended()) {
        fixture.goTo(Duration.ofMillis(fixture.message(event).due() - ShardFixture.START));
      }
    }
  }

  private static MessageId id(EventKey event) {
    return new MessageId(event, 0);
  }
}
