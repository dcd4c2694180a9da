package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.sweep.BulkFixture;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of an object's messages when they come from several shards. */
final class OrderOfShardsTest {
  private final ShardsFixture shards = ShardsFixture.three();
  private final String urlAt0 = shards.url(0, 1);
  private final String urlAt1 = shards.url(1, 1);
  private int posted;

  @Test
  void many_replays_from_the_shard_of_the_old_url_come_in_the_order_of_acceptance() {
    Subscription subscription = shards.subscribe(ordered(urlAt0));
    List<MessageId> before = delivered(300); // more than one step of a sweep
    shards.move(subscription, urlAt1);

    replayAll();

    assertThat(startedUntilIdle()).isEqualTo(before);
  }

  /** Each part; those that the new shard has may come before those that it is given. */
  @Test
  void replays_of_both_shards_are_each_in_the_order_of_acceptance() {
    Subscription subscription = shards.subscribe(ordered(urlAt0));
    List<MessageId> before = delivered(10);
    shards.move(subscription, urlAt1);
    List<MessageId> after = delivered(5);

    replayAll();

    List<MessageId> started = startedUntilIdle();
    assertThat(started).hasSize(15).containsSubsequence(before).containsSubsequence(after);
  }

  @Test
  void an_arrival_raises_no_number_at_a_url_that_another_subscription_is_leaving() {
    Subscription leaving = shards.subscribe(ordered(urlAt0));
    Subscription arriving = shards.subscribe(shards.draft(urlAt1, "TASK", "*").withOrdered(true));
    numberHigherAt1();
    long move = shards.startMove(leaving, shards.at(leaving, shards.url(2, 1)));
    shards.take(0);
    long other = shards.startMove(arriving, shards.at(arriving, shards.url(0, 2)));
    shards.take(1);
    shards.take(0);
    String old = postTo(0, leaving);
    shards.take(0);
    shards.crash(0);
    String old2 = postTo(0, leaving);
    shards.take(0);
    shards.take(2);
    String young = postTo(2, leaving);
    shards.settle();

    assertThat(shards.reply(move)).isEqualTo(Reply.DONE);
    assertThat(shards.reply(other)).isEqualTo(Reply.DONE);
    List<Effect.Send> sent = sentUntilIdle(leaving);
    assertThat(sent).extracting(send -> send.event().id()).containsExactly(old, old2, young);
    assertThat(sent).extracting(Effect.Send::sequence).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void a_replay_at_a_url_that_its_subscription_is_leaving_comes_before_messages_at_the_new_one() {
    Subscription leaving = shards.subscribe(ordered(urlAt0));
    Subscription arriving = shards.subscribe(shards.draft(urlAt1, "TASK", "*").withOrdered(true));
    String old = postTo(0, leaving);
    shards.settle();
    MessageId ended = shards.sent().send().ticket().message();
    shards.succeed();
    String held = postTo(0, leaving); // the replay waits for it
    shards.settle();
    numberHigherAt1();
    shards.startMove(leaving, shards.at(leaving, shards.url(2, 1)));
    shards.take(0);
    shards.startMove(arriving, shards.at(arriving, shards.url(0, 2)));
    shards.take(1);
    shards.take(0);
    shards.execute(
        0, new Command.ReplayMessage(shards.nextRequest(), ShardsFixture.CUSTOMER, ended));
    shards.take(0);
    shards.take(2);
    String young = postTo(2, leaving);
    shards.settle();

    assertThat(sentUntilIdle(leaving))
        .extracting(send -> send.event().id())
        .containsExactly(held, old, young);
  }

  @Test
  void a_url_that_a_subscription_is_leaving_takes_in_no_higher_numbers_of_another_shard() {
    Subscription leaving = shards.subscribe(ordered(urlAt0));
    Subscription arriving = shards.subscribe(shards.draft(urlAt1, "TASK", "*").withOrdered(true));
    numberHigherAt1();
    shards.startMove(leaving, shards.at(leaving, shards.url(2, 1)));
    shards.take(0);
    long early = shards.startMove(arriving, shards.at(arriving, urlAt0));
    shards.settle();

    assertThat(shards.reply(early)).isEqualTo(closed());
    shards.move(arriving, urlAt0);
  }

  @Test
  void a_url_that_a_subscription_is_leaving_takes_in_no_higher_numbers_of_its_shard() {
    String urlAt0b = shards.url(0, 2);
    Subscription leaving = shards.subscribe(ordered(urlAt0));
    Subscription arriving = shards.subscribe(shards.draft(urlAt0b, "TASK", "*").withOrdered(true));
    shards.startMove(leaving, shards.at(leaving, shards.url(2, 1)));
    shards.take(0);
    shards.sleep(Duration.ofSeconds(10));
    postTo(0, arriving);
    shards.take(0);
    long early = shards.startMove(arriving, shards.at(arriving, urlAt0));
    shards.take(0);

    assertThat(shards.reply(early)).isEqualTo(closed());
    shards.settle();
    shards.move(arriving, urlAt0);
  }

  @Test
  void a_url_takes_in_others_again_once_a_move_from_it_is_refused() {
    String urlAt2 = shards.url(2, 1);
    shards.subscribe(ordered(urlAt2));
    Subscription leaving = shards.subscribe(ordered(urlAt0));
    Subscription arriving = shards.subscribe(shards.draft(urlAt1, "TASK", "*").withOrdered(true));
    numberHigherAt1();
    long refused = shards.startMove(leaving, shards.at(leaving, urlAt2));
    shards.settle();

    assertThat(shards.reply(refused)).isInstanceOf(Reply.Conflict.class);
    shards.move(arriving, urlAt0);
  }

  private static Reply closed() {
    return new Reply.Conflict(
        Reply.Conflict.Cause.CONCURRENT_CHANGE,
        "Another subscription is being moved from this URL to another shard; retry in 1 s.");
  }

  /** Shard 1 has accepted an ordered message much later than the others. */
  private void numberHigherAt1() {
    shards.sleep(Duration.ofSeconds(10));
    shards.publish(shards.event("late-" + ++posted, "b"), s -> 1);
    shards.take(1);
  }

  /** Posts an event about object "a" for one subscription to a shard; returns its id. */
  private String postTo(int shard, Subscription subscription) {
    String id = "posted-" + ++posted;
    MatchedEvent event =
        new MatchedEvent(MatchedEvent.NO_KEY, shards.event(id, "a"), List.of(subscription.id()));
    shards.execute(shard, Command.AcceptEvents.promised(List.of(event)));
    return id;
  }

  /** The requests of a subscription in their order, all of which succeed. */
  private List<Effect.Send> sentUntilIdle(Subscription subscription) {
    List<Effect.Send> sends = new ArrayList<>();
    while (!shards.inFlight.isEmpty()) {
      Effect.Send send = shards.inFlight.getFirst().send();
      if (send.subscription().id().equals(subscription.id())) {
        sends.add(send);
      }
      shards.succeed();
      shards.settle();
    }
    return sends;
  }

  private Subscription ordered(String url) {
    return shards.draft(url, "TASK", "UPDATE").withOrdered(true);
  }

  private List<MessageId> delivered(int events) {
    for (int i = 0; i < events; i++) {
      shards.publish(shards.event("ordered-" + ++posted, "a"));
      shards.settle();
    }
    return startedUntilIdle();
  }

  private void replayAll() {
    BulkJob job = BulkFixture.replay().customer(ShardsFixture.CUSTOMER).madeAt(shards.now()).job();
    for (int shard = 0; shard < 3; shard++) {
      shards.execute(shard, new Command.StartBulk(shards.nextRequest(), job));
    }
    shards.settle();
  }

  private List<MessageId> startedUntilIdle() {
    List<MessageId> started = new ArrayList<>();
    shards.settle();
    while (!shards.inFlight.isEmpty()) {
      started.add(shards.sent().send().ticket().message());
      shards.succeed();
      shards.settle();
    }
    return started;
  }
}
