package io.posthorn.core.shard;

import static io.posthorn.core.shard.ShardsFixture.CUSTOMER;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import java.util.List;
import org.junit.jupiter.api.Test;

class EraseCustomerOfShardsTest {
  private final ShardsFixture shards = ShardsFixture.three();
  private final String urlAt0 = shards.url(0, 1);
  private final String urlAt1 = shards.url(1, 2);
  private final Subscription subscription = shards.subscribe(urlAt0);

  private void erase(int shard) {
    shards.execute(shard, new Command.EraseCustomer(shards.nextRequest(), CUSTOMER));
  }

  /** Lets a shard take in all that it was sent, and do what it can without the others. */
  private void work(int shard) {
    while (shards.take(shard)) {
      shards.turn(shard);
    }
    for (int i = 0; i < 20; i++) {
      shards.turn(shard);
    }
  }

  private boolean isErasing(int shard) {
    return new CustomerReader(shards.stores.get(shard)).erasedEvents(CUSTOMER) != null;
  }

  private void assertNothingIsLeft() {
    for (int shard = 0; shard < 3; shard++) {
      for (Table table : Table.values()) {
        if (table != Table.META) {
          assertThat(count(shard, table)).as("%s of %d", table, shard).isZero();
        }
      }
      assertThat(shards.waiting(shard)).isZero();
    }
  }

  private int count(int shard, Table table) {
    int[] count = {0};
    byte[] from = StoreKeys.table(table);
    shards.stores.get(shard).scan(from, StoreKeys.endOf(from), (key, value) -> ++count[0] > 0);
    return count[0];
  }

  @Test
  void each_shard_is_done_only_after_all_others_have_started() {
    shards.post();
    shards.settle();

    erase(0);
    work(0);
    assertThat(count(0, Table.EVENT)).isZero();
    assertThat(isErasing(0)).isTrue();
    erase(1);
    work(1);
    work(0);
    assertThat(isErasing(0)).isTrue();
    erase(2);
    work(2);
    assertThat(isErasing(2)).isFalse();
    work(0);
    work(1);

    assertNothingIsLeft();
  }

  @Test
  void a_shard_that_waits_for_the_others_has_nothing_to_do() {
    erase(0);
    shards.settle();

    assertThat(isErasing(0)).isTrue(); // settled, so it does not ask for turns
  }

  @Test
  void a_shard_starts_when_it_learns_that_another_one_has() {
    shards.post();
    shards.settle();
    erase(1);
    work(1);

    work(0);

    assertThat(count(0, Table.SUBSCRIPTION)).isZero();
    assertThat(count(0, Table.EVENT)).isZero();
    assertThat(isErasing(0)).isTrue(); // until it gets the command itself
  }

  @Test
  void a_shard_that_starts_again_waits_for_the_others_as_before() {
    erase(0);
    work(0);
    shards.crash(0);
    work(0);
    assertThat(isErasing(0)).isTrue();
    erase(1);
    work(1);
    shards.crash(0);
    work(0);
    assertThat(isErasing(0)).isTrue();

    erase(2);
    shards.settle();

    assertNothingIsLeft();
  }

  @Test
  void a_customer_that_is_erased_twice_is_erased_in_all_shards() {
    erase(0);
    erase(0);
    work(0);
    erase(1);
    erase(2);
    shards.settle();
    assertThat(isErasing(0)).isTrue();
    erase(1);
    erase(2);
    shards.settle();
    assertNothingIsLeft();

    shards.subscribe(urlAt1);
    for (int shard = 0; shard < 3; shard++) {
      erase(shard);
    }
    shards.settle();
    assertNothingIsLeft();
  }

  @Test
  void a_subscription_that_arrives_during_the_erasure_is_refused() {
    for (int i = 0; i < 250; i++) {
      shards.post();
    }
    shards.settle();
    long move = shards.startMove(subscription, shards.at(subscription, urlAt1));
    erase(1);
    work(1);
    shards.take(0);
    shards.take(1);
    assertThat(count(1, Table.SUBSCRIPTION)).isZero();
    shards.take(0);
    shards.take(0);
    assertThat(shards.reply(move)).isInstanceOf(Reply.Conflict.class);

    erase(0);
    erase(2);
    shards.settle();

    assertNothingIsLeft();
  }

  @Test
  void messages_that_arrive_during_the_erasure_end_as_cancelled() {
    for (int i = 0; i < 250; i++) {
      shards.post();
    }
    shards.settle();
    long move = shards.startMove(subscription, shards.at(subscription, urlAt1));
    shards.take(0);
    shards.take(1);
    erase(1);
    work(1);
    shards.take(0);
    assertThat(shards.reply(move)).isEqualTo(Reply.DONE);
    for (int i = 0; i < 4; i++) {
      shards.turn(0); // messages are handed over
    }

    work(1);
    assertThat(count(1, Table.EVENT)).isZero();
    assertThat(shards.effects(Effect.MessageEnded.class))
        .isNotEmpty()
        .allMatch(ended -> ended.reason() == EndReason.CUSTOMER_DELETED);
    erase(0);
    erase(2);
    shards.settle();

    assertNothingIsLeft();
    assertThat(shards.effects(Effect.MessageEnded.class)).hasSize(250);
  }

  @Test
  void a_message_that_follows_a_subscription_which_has_come_back_is_erased_too() {
    shards.post();
    shards.settle();
    Subscription moved = shards.move(subscription, urlAt1); // its message is in flight
    shards.startMove(moved, shards.at(moved, urlAt0));
    shards.take(1);
    erase(1);
    shards.fail(); // it follows
    shards.take(0); // its subscription comes back
    shards.take(1);
    work(1);

    erase(0);
    erase(2);
    shards.settle();

    assertNothingIsLeft();
  }

  @Test
  void a_message_that_follows_a_subscription_which_was_deleted_is_erased_too() {
    shards.post();
    shards.settle();
    Subscription moved = shards.move(subscription, urlAt1); // its message is in flight
    long request = shards.nextRequest();
    shards.execute(1, new Command.DeleteSubscription(request, CUSTOMER, moved.id()));
    shards.take(1);
    erase(1);
    work(1);
    shards.fail(); // it follows
    shards.take(0); // which learns of the deletion
    work(1);
    assertThat(count(0, Table.SUBSCRIPTION)).isZero();

    erase(0);
    erase(2);
    shards.settle();

    assertNothingIsLeft();
  }

  @Test
  void an_event_that_follows_a_subscription_which_was_deleted_is_erased_too() {
    Subscription moved = shards.move(subscription, urlAt1);
    shards.publish(shards.event("late"), s -> 0); // by a node that does not know of the move
    long request = shards.nextRequest();
    shards.execute(1, new Command.DeleteSubscription(request, CUSTOMER, moved.id()));
    shards.take(1);
    erase(1);
    work(1);
    shards.take(0); // passes the event on
    shards.take(0); // and learns of the deletion
    work(1);

    erase(0);
    erase(2);
    shards.settle();

    assertNothingIsLeft();
  }

  @Test
  void a_pending_move_gets_its_reply() {
    long move = shards.startMove(subscription, shards.at(subscription, urlAt1));
    erase(0);
    shards.settle();
    assertThat(shards.reply(move)).isInstanceOf(Reply.Conflict.class);

    erase(1);
    erase(2);
    shards.settle();

    assertNothingIsLeft();
  }

  @Test
  void the_caller_has_the_reply_at_once() {
    long request = shards.nextRequest();

    Reply reply = shards.ask(0, request, new Command.EraseCustomer(request, CUSTOMER));

    assertThat(reply).isEqualTo(Reply.DONE);
    assertThat(List.of(isErasing(0), isErasing(1))).containsOnly(true);
  }
}
