package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.sweep.BulkFixture;
import io.posthorn.core.subscription.Subscription;
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
