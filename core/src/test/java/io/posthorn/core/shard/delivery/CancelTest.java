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

/** Cancelling a single message. */
final class CancelTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_waiting_message_is_cancelled_and_never_sent() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.fail();

    assertThat(fixture.cancel(id(event))).isEqualTo(Reply.DONE);

    assertEnded(event, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    assertThat(fixture.message(event).endedAt()).isEqualTo(fixture.now());
    fixture.pass(Duration.ofDays(3));
    assertThat(fixture.effects(Effect.Send.class)).hasSize(1);
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
  }

  @Test
  void one_that_waits_for_its_first_attempt_is_cancelled_too() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    EventKey event = fixture.post();
    assertThat(fixture.cancel(id(event))).isEqualTo(Reply.DONE);
    assertEnded(event, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void one_in_flight_is_delivered_if_it_succeeds() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    assertThat(fixture.cancel(id(event))).isEqualTo(Reply.DONE);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
    fixture.succeed();
    assertEnded(event, MessageStatus.DELIVERED, EndReason.NONE);
  }

  @Test
  void one_in_flight_is_cancelled_if_it_fails() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.cancel(id(event));
    fixture.fail();
    assertEnded(event, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    assertThat(fixture.attempts(event)).hasSize(1);
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
    fixture.pass(Duration.ofDays(3));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void one_in_flight_when_the_process_dies_is_cancelled_and_not_sent_again() {
    fixture.subscribe(ShardFixture.URL);
    EventKey first = fixture.post();
    EventKey retried = fixture.post();
    fixture.cancel(id(first));
    fixture.succeed();
    fixture.fail();
    fixture.pass(Duration.ofMillis(84_800));
    assertThat(fixture.sent().ticket().lane()).isEqualTo(Lane.RETRY);
    fixture.cancel(id(retried));
    EventKey third = fixture.post();
    fixture.cancel(id(third));

    fixture.restart();

    assertThat(fixture.inFlight).isEmpty();
    assertEnded(first, MessageStatus.DELIVERED, EndReason.NONE);
    assertEnded(retried, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    assertEnded(third, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
  }

  @Test
  void an_ended_message_is_a_conflict() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    fixture.succeed();
    assertThat(fixture.cancel(id(event))).isInstanceOf(Reply.Conflict.class);
    assertEnded(event, MessageStatus.DELIVERED, EndReason.NONE);
  }

  @Test
  void another_customers_message_is_not_found_and_not_cancelled() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    EventKey fresh = fixture.post();
    assertThat(
            fixture.execute(new Command.CancelMessage(fixture.nextRequest(), "other", id(fresh))))
        .isEqualTo(Reply.NOT_FOUND);
    assertThat(fixture.message(fresh).status()).isEqualTo(MessageStatus.WAITING);
    fixture.enable(fixture.id(ShardFixture.URL));
    fixture.succeed();
    assertThat(
            fixture.execute(new Command.CancelMessage(fixture.nextRequest(), "other", id(fresh))))
        .isEqualTo(Reply.NOT_FOUND);
    assertEnded(fresh, MessageStatus.DELIVERED, EndReason.NONE);
  }

  @Test
  void a_probe_in_flight_is_cancelled_if_it_fails_and_the_next_message_probes_next() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(101);
    EventKey probe = fixture.post();
    EventKey next = fixture.post();
    fixture.pass(Duration.ofMinutes(10));
    assertThat(fixture.sent().ticket().message()).isEqualTo(id(probe));
    fixture.cancel(id(probe));
    fixture.fail();
    assertEnded(probe, MessageStatus.CANCELLED, EndReason.BY_REQUEST);
    fixture.pass(Duration.ofMinutes(10));
    assertThat(fixture.sent().ticket().message()).isEqualTo(id(next));
  }

  private void assertEnded(EventKey event, MessageStatus status, EndReason reason) {
    Message message = fixture.message(event);
    assertThat(message.status()).isEqualTo(status);
    assertThat(message.reason()).isEqualTo(reason);
  }

  private static MessageId id(EventKey event) {
    return new MessageId(event, 0);
  }
}
