package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.RecordingSender;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The in-flight limits of a node with four shards, of which one or two are busy. */
final class SharedBudgetTest {
  private static final int SHARDS = 4;
  private static final int LIMIT = 8;

  private final RecordingSender sender = new RecordingSender();
  private DrivenTopology node = node(LIMIT);
  private int subscriptions;
  private int events;

  @AfterEach
  void close() {
    node.close();
  }

  private DrivenTopology node(int limit) {
    return new DrivenTopology(
        null,
        new ShardAssignment(SHARDS),
        Rules.DEFAULT.withLimits(Rules.DEFAULT.limits().withInFlight(limit, 32, 64L << 20)),
        sender,
        7,
        1_767_225_600_000L);
  }

  private void busy(int shard, int count) {
    busy(KafkaSamples.CUSTOMER, shard, count);
  }

  /** Subscribes an endpoint that a shard owns, and posts events for it. */
  private void busy(String customer, int shard, int count) {
    Subscription subscription = null;
    while (subscription == null || node.assignment().shardOf(subscription.endpointId()) != shard) {
      subscription =
          SubscriptionFixture.like(KafkaSamples.subscription(++subscriptions, "T" + subscriptions))
              .customer(customer)
              .done();
    }
    execute(shard, new Command.CreateSubscription(1, subscription, new byte[] {1}));
    for (int i = 0; i < count; i++) {
      node.router()
          .route(List.of(event(customer, "e" + ++events, "T" + subscriptions)))
          .forEach(routed -> execute(routed.shard(), routed.command()));
    }
  }

  private static Event event(String customer, String id, String objCode) {
    return new Event(
        customer,
        id,
        objCode,
        Event.UPDATE,
        null,
        Instant.EPOCH,
        null,
        JsonSlice.of("{\"a\":1}"),
        null,
        null);
  }

  private void execute(int shard, Command command) {
    node.pipe(
        DrivenTopology.NAMES.shards(),
        shard,
        new TestRecord<>(Sinks.partitionKey(shard), CommandCodec.encode(command)));
  }

  private void tick(int times) {
    for (int i = 0; i < times; i++) {
      node.pass(ShardProcessor.TICK);
      node.tick();
    }
  }

  private int shardOf(RecordingSender.Request request) {
    return node.assignment().shardOf(request.send().ticket().endpoint());
  }

  @Test
  void one_shard_may_have_as_many_requests_in_flight_as_the_node() {
    for (int endpoint = 0; endpoint < 4; endpoint++) {
      busy(0, 3);
    }
    tick(5);
    assertThat(sender.waiting()).isEqualTo(LIMIT);
  }

  @Test
  void another_shard_gets_the_capacity_that_comes_free_before_the_one_that_has_most_of_it() {
    for (int endpoint = 0; endpoint < 4; endpoint++) {
      busy(0, 3);
    }
    tick(5);
    busy(1, 1);
    tick(2);
    List<RecordingSender.Request> first = new ArrayList<>();
    while (sender.waiting() > 0) {
      first.add(sender.next());
    }
    assertThat(first).hasSize(LIMIT).allMatch(request -> shardOf(request) == 0);

    first.getFirst().responds(200);
    tick(2);
    assertThat(sender.waiting()).isEqualTo(1);
    assertThat(shardOf(sender.next())).isEqualTo(1);
  }

  @Test
  void tarpits_of_a_customer_that_is_alone_in_its_shard_leave_capacity_to_others_in_theirs() {
    node.close();
    node = node(90);
    for (String customer : List.of(KafkaSamples.CUSTOMER, "other")) {
      execute(0, new Command.PutCustomer(1, customer));
    }
    for (int endpoint = 0; endpoint < 40; endpoint++) {
      busy(0, 3);
    }
    tick(20);
    assertThat(sender.waiting()).as("about eight ninths").isBetween(60, 80);
    while (sender.waiting() > 0) {
      assertThat(shardOf(sender.next())).isZero();
    }

    busy("other", 1, 1);
    tick(1);

    assertThat(sender.waiting()).isEqualTo(1);
    assertThat(shardOf(sender.next())).isEqualTo(1);
  }

  @Test
  void a_node_with_one_customer_keeps_nothing_back() {
    node.close();
    node = node(90);
    execute(0, new Command.PutCustomer(1, KafkaSamples.CUSTOMER));
    for (int endpoint = 0; endpoint < 40; endpoint++) {
      busy(0, 3);
    }
    tick(20);
    assertThat(sender.waiting()).isEqualTo(90);
  }
}
