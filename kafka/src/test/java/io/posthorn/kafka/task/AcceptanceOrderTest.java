package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.RecordingSender;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Order per object over the shards of a node, each of which reads its own partition. */
final class AcceptanceOrderTest {
  private static final long START = 1_767_225_600_000L;

  private final RecordingSender sender = new RecordingSender();
  private final DrivenTopology node =
      new DrivenTopology(null, new ShardAssignment(4), Rules.DEFAULT, sender, 7, START);
  private int subscriptions;

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void acceptance_is_the_position_of_the_record_in_the_partition_of_the_endpoints_shard() {
    subscribeOrdered(0);
    subscribeOrdered(1);
    Event created = KafkaSamples.event("created", "TASK");
    Event updated = KafkaSamples.event("updated", "TASK");

    // Two nodes write at once, to brokers whose clocks differ: each partition has its own order.
    write(0, created, START);
    write(0, updated, START - 1_000);
    write(1, updated, START);
    write(1, created, START - 1_000);

    List<Effect.Send> sent = new ArrayList<>();
    for (int turn = 0; turn < 2; turn++) {
      assertThat(sender.waiting()).as("one message of each key").isEqualTo(2);
      List<RecordingSender.Request> requests = List.of(sender.next(), sender.next());
      for (RecordingSender.Request request : requests) {
        sent.add(request.send());
        request.responds(200);
      }
      node.pass(ShardProcessor.TICK);
      node.tick();
    }
    assertThat(sender.waiting()).isZero();
    assertThat(eventsOf(0, sent)).containsExactly("created", "updated");
    assertThat(eventsOf(1, sent)).containsExactly("updated", "created");
    for (int shard = 0; shard < 2; shard++) {
      List<String> sequences =
          ofShard(shard, sent).stream()
              .map(send -> Objects.requireNonNull(send.sequence()))
              .toList();
      assertThat(sequences).isSorted().doesNotHaveDuplicates();
    }
  }

  /** Makes an ordered subscription, of an endpoint that a shard owns. */
  private void subscribeOrdered(int shard) {
    Subscription subscription = null;
    while (subscription == null || node.assignment().shardOf(subscription.endpointId()) != shard) {
      subscription = KafkaSamples.subscription(++subscriptions, "TASK");
    }
    subscription = SubscriptionFixture.like(subscription).ordered(true).done();
    pipe(shard, new Command.CreateSubscription(1, subscription, new byte[] {1}), START);
  }

  /** Writes an event's record for a shard, at a time of the broker. */
  private void write(int shard, Event event, long brokerMillis) {
    node.router().route(List.of(event)).stream()
        .filter(routed -> routed.shard() == shard)
        .forEach(routed -> pipe(shard, routed.command(), brokerMillis));
  }

  private void pipe(int shard, Command command, long brokerMillis) {
    node.pipe(
        DrivenTopology.NAMES.shards(),
        shard,
        new TestRecord<>(Sinks.partitionKey(shard), CommandCodec.encode(command)),
        brokerMillis);
  }

  private List<Effect.Send> ofShard(int shard, List<Effect.Send> sent) {
    return sent.stream()
        .filter(send -> node.assignment().shardOf(send.ticket().endpoint()) == shard)
        .toList();
  }

  private List<String> eventsOf(int shard, List<Effect.Send> sent) {
    return ofShard(shard, sent).stream().map(send -> send.event().id()).toList();
  }
}
