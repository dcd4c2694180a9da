package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Stopping a single message. */
final class CancelTest {
  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void a_waiting_message_is_cancelled_and_never_sent() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.fail();

    assertThat(stage.cancel(id(event))).isEqualTo(Reply.DONE);

    assertEnded(event, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    assertThat(stage.message(event).endedAt()).isEqualTo(stage.now());
    stage.pass(Duration.ofDays(3));
    assertThat(stage.effects(Effect.Send.class)).hasSize(1);
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
  }

  @Test
  void one_that_waits_for_its_first_attempt_is_cancelled_too() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    EventKey event = stage.post();
    assertThat(stage.cancel(id(event))).isEqualTo(Reply.DONE);
    assertEnded(event, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void one_in_flight_is_delivered_if_it_succeeds() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    assertThat(stage.cancel(id(event))).isEqualTo(Reply.DONE);
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.WAITING);
    stage.succeed();
    assertEnded(event, MessageStatus.DELIVERED, EndReason.NONE);
  }

  @Test
  void one_in_flight_is_cancelled_if_it_fails() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.cancel(id(event));
    stage.fail();
    assertEnded(event, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    assertThat(stage.attempts(event)).hasSize(1);
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
    stage.pass(Duration.ofDays(3));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void one_in_flight_when_the_process_dies_is_cancelled_and_not_sent_again() {
    stage.subscribe(ShardFixture.URL);
    EventKey first = stage.post();
    EventKey retried = stage.post();
    stage.cancel(id(first));
    stage.succeed();
    stage.fail();
    stage.pass(Duration.ofMillis(84_800));
    assertThat(stage.sent().ticket().lane()).isEqualTo(Lane.RETRY);
    stage.cancel(id(retried));
    EventKey third = stage.post();
    stage.cancel(id(third));

    stage.restart();

    assertThat(stage.onTheWay).isEmpty();
    assertEnded(first, MessageStatus.DELIVERED, EndReason.NONE);
    assertEnded(retried, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    assertEnded(third, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
  }

  @Test
  void an_ended_message_is_a_conflict() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    stage.succeed();
    assertThat(stage.cancel(id(event))).isInstanceOf(Reply.Conflict.class);
    assertEnded(event, MessageStatus.DELIVERED, EndReason.NONE);
  }

  @Test
  void another_customers_message_is_not_found_and_goes_on() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    EventKey fresh = stage.post();
    assertThat(stage.tell(new Command.CancelMessage(stage.nextRequest(), "other", id(fresh))))
        .isEqualTo(Reply.NOT_FOUND);
    assertThat(stage.message(fresh).status()).isEqualTo(MessageStatus.WAITING);
    stage.enable(stage.id(ShardFixture.URL));
    stage.succeed();
    assertThat(stage.tell(new Command.CancelMessage(stage.nextRequest(), "other", id(fresh))))
        .isEqualTo(Reply.NOT_FOUND);
    assertEnded(fresh, MessageStatus.DELIVERED, EndReason.NONE);
  }

  @Test
  void a_probe_in_flight_is_cancelled_if_it_fails_and_the_next_message_probes_next() {
    stage.subscribe(ShardFixture.URL);
    stage.failMany(101);
    EventKey probe = stage.post();
    EventKey next = stage.post();
    stage.pass(Duration.ofMinutes(10));
    assertThat(stage.sent().ticket().message()).isEqualTo(id(probe));
    stage.cancel(id(probe));
    stage.fail();
    assertEnded(probe, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    stage.pass(Duration.ofMinutes(10));
    assertThat(stage.sent().ticket().message()).isEqualTo(id(next));
  }

  private void assertEnded(EventKey event, MessageStatus status, EndReason reason) {
    Message message = stage.message(event);
    assertThat(message.status()).isEqualTo(status);
    assertThat(message.reason()).isEqualTo(reason);
  }

  private static MessageId id(EventKey event) {
    return new MessageId(event, 0);
  }
}
