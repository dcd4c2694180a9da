package io.posthorn.core.shard;

import static io.posthorn.core.shard.ShardsFixture.CUSTOMER;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.sweep.BulkFixture;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessagesElsewhereTest {
  private final ShardsFixture shards = ShardsFixture.three();
  private final String urlAt0 = shards.url(0, 1);
  private final String urlAt1 = shards.url(1, 2);
  private final String urlAt2 = shards.url(2, 3);
  private final Subscription subscription = shards.subscribe(urlAt0);

  @Test
  void a_message_that_was_handed_over_is_cancelled_through_its_first_shard() {
    MessageId id = shards.accepted();
    shards.fail();
    shards.move(subscription, urlAt1);

    assertThat(shards.cancel(id)).isEqualTo(Reply.DONE);
    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.CANCELLED);
    assertThat(shards.cancel(id)).isInstanceOf(Reply.Conflict.class);
  }

  @Test
  void also_after_it_was_handed_on() {
    MessageId id = shards.accepted();
    shards.fail();
    shards.move(shards.move(subscription, urlAt1), urlAt2);

    assertThat(shards.cancel(id)).isEqualTo(Reply.DONE);
    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.CANCELLED);
  }

  @Test
  void a_command_sent_after_a_moving_message_arrives_after_it() {
    MessageId id = shards.accepted();
    shards.fail();
    Subscription moved = shards.move(subscription, urlAt1);
    shards.startMove(moved, shards.at(moved, urlAt2));
    long request = shards.nextRequest();
    shards.execute(0, new Command.CancelMessage(request, CUSTOMER, id));
    shards.take(1); // the move begins
    shards.take(0); // the origin asks the first new owner
    shards.take(2);
    byte[] question = shards.logs.get(1).removeFirst();
    shards.take(1);
    shards.turn(1); // everything is handed on
    shards.logs.get(1).addFirst(question);

    shards.settle();

    assertThat(shards.reply(request)).isEqualTo(Reply.DONE);
    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.CANCELLED);
  }

  private MessageId messageOf(int shard) {
    return new MessageId(EventKey.of(shards.now(), shard, 1, 7), 0);
  }

  @Test
  void a_message_that_does_not_exist_is_found_nowhere() {
    MessageId id = shards.accepted();

    assertThat(shards.cancel(new MessageId(id.event(), 1))).isEqualTo(Reply.NOT_FOUND);
    assertThat(shards.cancel(messageOf(1))).isEqualTo(Reply.NOT_FOUND);
    long request = shards.nextRequest();
    MessageId noShard = messageOf(77);
    assertThat(shards.ask(1, request, new Command.CancelMessage(request, CUSTOMER, noShard)))
        .isEqualTo(Reply.NOT_FOUND);
    long wrongShard = shards.nextRequest();
    MessageId unknown = new MessageId(id.event(), 9);
    assertThat(shards.ask(1, wrongShard, new Command.CancelMessage(wrongShard, CUSTOMER, unknown)))
        .isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void an_ended_message_is_replayed_to_where_its_subscription_has_moved() {
    MessageId id = shards.accepted();
    shards.succeed();
    shards.move(subscription, urlAt1);
    shards.pass(Duration.ofHours(1));

    assertThat(shards.replay(id)).isEqualTo(Reply.DONE);

    assertThat(shards.sent().shard()).isEqualTo(1);
    assertThat(shards.sent().send().ticket().message()).isEqualTo(id);
    assertThat(shards.sent().send().ticket().number()).isEqualTo(2);
    assertThat(shards.replay(id)).isInstanceOf(Reply.Conflict.class);
    shards.succeed();
    assertThat(shards.replay(id)).isEqualTo(Reply.DONE);
    assertThat(shards.attempts(id)).hasSize(2);
  }

  @Test
  void it_is_not_replayed_once_the_subscription_was_deleted_where_it_went() {
    MessageId id = shards.accepted();
    shards.succeed();
    Subscription moved = shards.move(subscription, urlAt1);
    shards.delete(1, moved);

    assertThat(shards.replay(id)).isInstanceOf(Reply.Conflict.class);
    assertThat(shards.message(id).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_bulk_replay_includes_messages_that_ended_before_the_move() {
    endedBeforeTheMove(300);
    BulkJob job = replayOfAll().job();
    for (int shard = 0; shard < 3; shard++) {
      shards.execute(shard, new Command.StartBulk(shards.nextRequest(), job));
    }
    shards.settle();
    while (!shards.inFlight.isEmpty()) {
      assertThat(shards.inFlight.getFirst().shard()).isEqualTo(1);
      shards.succeed();
    }

    assertThat(shards.effects(Effect.MessageEnded.class)).hasSize(600);
  }

  @Test
  void a_bulk_replay_that_reaches_a_shard_late_takes_no_message_twice() {
    endedBeforeTheMove(10);
    BulkJob job = replayOfAll().madeAt(shards.now()).job();

    shards.execute(0, new Command.StartBulk(shards.nextRequest(), job));
    shards.pass(Duration.ofMillis(1));
    while (!shards.inFlight.isEmpty()) {
      shards.succeed();
    }
    shards.pass(Duration.ofSeconds(5));
    shards.execute(1, new Command.StartBulk(shards.nextRequest(), job));
    shards.settle();

    assertThat(shards.inFlight).isEmpty();
    assertThat(shards.effects(Effect.MessageEnded.class)).hasSize(20);
  }

  /** Events whose messages have ended at the old URL, a second ago. */
  private void endedBeforeTheMove(int events) {
    for (int i = 0; i < events; i++) {
      shards.post();
    }
    shards.settle();
    while (!shards.inFlight.isEmpty()) {
      shards.succeed();
    }
    shards.move(subscription, urlAt1);
    shards.pass(Duration.ofSeconds(1));
  }

  @Test
  void also_where_the_clock_of_the_shard_that_gave_them_is_behind() {
    endedBeforeTheMove(1);
    BulkJob job = replayOfAll().madeAt(shards.now() + 200).job();

    shards.execute(0, new Command.StartBulk(shards.nextRequest(), job));
    shards.settle();
    shards.succeed();
    shards.pass(Duration.ofSeconds(5));
    shards.execute(1, new Command.StartBulk(shards.nextRequest(), job));
    shards.settle();

    assertThat(shards.inFlight).isEmpty();
    assertThat(shards.effects(Effect.MessageEnded.class)).hasSize(2);
  }

  @Test
  void a_replayed_message_is_sent_at_once_by_the_shards_own_clock_even_if_requested_later() {
    MessageId id = shards.accepted();
    shards.succeed();
    long asked = shards.now() + 60_000; // by the clock of another node, which is ahead

    shards.execute(
        0, new Command.StartBulk(shards.nextRequest(), replayOfAll().madeAt(asked).job()));
    shards.settle();

    assertThat(shards.sent().send().ticket().message()).isEqualTo(id);
    assertThat(shards.message(id).due()).isEqualTo(shards.now());
    assertThat(shards.message(id).start()).isEqualTo(asked + 1);
    shards.fail();
    assertThat(shards.message(id).slot()).isEqualTo(1);
    assertThat(shards.message(id).due()).isEqualTo(asked + 1 + 84_800);
  }

  private static BulkFixture replayOfAll() {
    return BulkFixture.replay().customer(CUSTOMER);
  }

  @Test
  void retention_removes_the_copy_and_then_the_references_in_the_first_shard() {
    MessageId first = shards.accepted();
    MessageId second = shards.accepted();
    shards.fail();
    shards.succeed();
    shards.move(subscription, urlAt1);
    assertThat(tables(0, Table.EVENT)).isEqualTo(2);
    assertThat(tables(1, Table.EVENT)).isEqualTo(1);
    shards.pass(Duration.ofMillis(84_800));
    shards.succeed();
    assertThat(shards.message(first).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(shards.message(second).status()).isEqualTo(MessageStatus.DELIVERED);

    shards.pass(Duration.ofMillis(Rules.DEFAULT.retention().records()).plusDays(3));

    for (int shard = 0; shard < 3; shard++) {
      for (Table table :
          List.of(
              Table.EVENT,
              Table.EVENT_ID,
              Table.MESSAGE,
              Table.ATTEMPT,
              Table.BY_ENDPOINT,
              Table.RECHECK,
              Table.MOVE)) {
        int expected = table == Table.MOVE && shard == 1 ? 1 : 0;
        assertThat(tables(shard, table)).as(table + " of " + shard).isEqualTo(expected);
      }
    }
  }

  @Test
  void the_first_shard_keeps_the_references_to_a_message_as_long_as_it_exists() {
    MessageId id = shards.accepted();
    shards.fail();
    shards.move(subscription, urlAt1);
    long records = Rules.DEFAULT.retention().records();
    shards.pass(Duration.ofMillis(84_800));
    shards.fail();
    for (int month = 0; month < 3; month++) {
      assertThat(shards.cancel(id)).isEqualTo(Reply.DONE);
      shards.pass(Duration.ofMillis(records - 3_600_000));
      assertThat(shards.replay(id)).isEqualTo(Reply.DONE);
      shards.fail();
      shards.settle();
    }

    Message message = shards.message(id);
    assertThat(message.endpoint()).isEqualTo(shards.id(urlAt1));
    assertThat(shards.attempts(id)).hasSize(5);
  }

  private int tables(int shard, Table table) {
    int[] count = {0};
    byte[] from = StoreKeys.table(table);
    shards.stores.get(shard).scan(from, StoreKeys.endOf(from), (key, value) -> ++count[0] > 0);
    return count[0];
  }
}
