package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.directory.ClusterMarks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Two nodes of one process on a real broker. */
final class RunningNodeTest extends BrokerTest {
  @Test
  void a_command_at_one_node_takes_effect_at_every_node() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "both")) {
      RunningNode one = cluster.add("one");
      RunningNode two = cluster.add("two");
      cluster.awaitRunning();
      assertThat(one.metrics().shards()).hasSize(2);
      assertThat(two.metrics().shards()).hasSize(2);

      for (int i = 1; i <= 8; i++) {
        Subscription subscription = KafkaSamples.subscription(i, "TASK");
        assertThat(
                execute(one, r -> new Command.CreateSubscription(r, subscription, new byte[] {1})))
            .isEqualTo(Reply.DONE);
        // Read your writes: the node that responded knows of it.
        assertThat(one.subscriptions().get(subscription.id())).isEqualTo(subscription);
      }
      assertThat(execute(two, r -> new Command.PutCustomer(r, "acme"))).isEqualTo(Reply.DONE);
      assertThat(shows(two, view -> new CustomerReader(view).exists("acme"))).isTrue();

      List<CompletableFuture<Reply>> accepted = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        RunningNode node = i % 2 == 0 ? one : two;
        accepted.add(node.accept(List.of(KafkaSamples.event("e" + i, "TASK"))));
        accepted.add(
            node.accept(List.of(KafkaSamples.event("e" + i, "TASK")))); // no second message
      }
      for (CompletableFuture<Reply> reply : accepted) {
        assertThat(reply.get(30, TimeUnit.SECONDS)).isInstanceOf(Reply.Accepted.class);
      }
      await().atMost(SOON).until(() -> cluster.received.size() == 800);
      await().atMost(SOON).until(() -> one.metrics().lag() + two.metrics().lag() == 0);
      assertThat(cluster.received).hasSize(800);

      await().atMost(SOON).until(() -> one.metrics().inFlight() + two.metrics().inFlight() == 0);
      consistent(one);
      consistent(two);
    }
  }

  private static boolean shows(RunningNode node, Predicate<ShardView> fact) {
    return node.reads().readMerged(RunningNodeTest::missed, fact::test);
  }

  private static void missed(String node) {
    throw new AssertionError(node + " cannot be read");
  }

  /** Every node shows the same for all endpoints, wherever they are. */
  private static void consistent(RunningNode node) {
    var rules = Rules.DEFAULT.circuit();
    long delivered =
        node.reads()
            .readMerged(
                RunningNodeTest::missed,
                view -> {
                  long sum = 0;
                  var reader = new EndpointReader(view, rules);
                  for (var endpoint : reader.list(KafkaSamples.CUSTOMER, null, 100, 0)) {
                    sum += endpoint.successes();
                  }
                  return sum;
                });
    assertThat(delivered).isEqualTo(800);
    List<Integer> copies =
        node.reads()
            .readEach(
                RunningNodeTest::missed,
                view -> new History(view).eventKey(KafkaSamples.CUSTOMER, "e7") == null ? 0 : 1);
    for (int shard = 0; shard < Cluster.SHARDS; shard++) {
      assertThat(copies.get(shard)).isEqualTo(wanted(shard) ? 1 : 0);
    }
  }

  /** Returns whether an endpoint of the eight subscriptions belongs to a shard. */
  private static boolean wanted(int shard) {
    return IntStream.rangeClosed(1, 8)
        .anyMatch(number -> shardOf(KafkaSamples.subscription(number, "TASK")) == shard);
  }

  @Test
  void commands_for_all_shards_get_one_reply() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "all")) {
      RunningNode node = cluster.add("single");
      cluster.awaitRunning();
      for (int i = 1; i <= 6; i++) {
        Subscription subscription = KafkaSamples.subscription(i, "TASK");
        execute(node, r -> new Command.CreateSubscription(r, subscription, new byte[] {1}));
        execute(
            node,
            r -> new Command.PauseEndpoint(r, KafkaSamples.CUSTOMER, subscription.endpointId()));
      }
      assertThat(execute(node, r -> new Command.PauseDelivery(r, null))).isEqualTo(Reply.DONE);
      assertThat(shows(node, view -> new CustomerReader(view).allPaused())).isTrue();
      assertThat(execute(node, r -> new Command.ResumeDelivery(r, null))).isEqualTo(Reply.DONE);
      assertThat(shows(node, view -> new CustomerReader(view).allPaused())).isFalse();
    }
  }

  @Test
  void a_subscription_moves_to_another_shard_with_its_waiting_messages() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "move")) {
      RunningNode node = cluster.add("single");
      cluster.awaitRunning();
      Subscription subscription =
          KafkaSamples.subscription(1, "TASK", "https://receiver.example/old");
      cluster.responses.put(subscription.url().text(), 503);
      execute(node, r -> new Command.CreateSubscription(r, subscription, new byte[] {1}));
      accept(node, KafkaSamples.event("e1", "TASK"));
      await()
          .atMost(SOON)
          .until(
              () ->
                  shows(
                      node,
                      view -> {
                        var key = new History(view).eventKey(KafkaSamples.CUSTOMER, "e1");
                        return key != null
                            && !new History(view)
                                .attempts(KafkaSamples.CUSTOMER, new MessageId(key, 0))
                                .isEmpty();
                      }));

      Subscription moved = null;
      for (int i = 0; i < 50 && moved == null; i++) {
        Subscription candidate =
            KafkaSamples.subscription(1, "TASK", "https://receiver.example/new/" + i);
        if (shardOf(candidate) != shardOf(subscription)) {
          moved = candidate;
        }
      }
      Subscription target = Objects.requireNonNull(moved);
      assertThat(execute(node, r -> new Command.ChangeSubscription(r, target, 1, new byte[] {1})))
          .isEqualTo(Reply.DONE);
      assertThat(node.subscriptions().get(subscription.id())).isEqualTo(target);
      accept(node, KafkaSamples.event("e2", "TASK"));
      await().atMost(SOON).until(() -> cluster.receivedEvents.containsKey("e2"));
    }
  }

  @Test
  void a_mark_set_at_one_node_is_set_at_all_also_at_one_that_starts_later() {
    try (Cluster cluster = new Cluster(broker, directory, "sessions")) {
      ClusterMarks one = cluster.add("one").marks();
      ClusterMarks two = cluster.add("two").marks();

      one.mark("key.first", 1_000, 5_000);
      assertThat(one.markedAt("key.first")).isEqualTo(1_000);
      await().atMost(SOON).until(() -> two.markedAt("key.first") == 1_000);

      // The first need not be known any more at the time at which the second is set.
      two.mark("key.second", 5_000, 9_000);
      await().atMost(SOON).until(() -> one.markedAt("key.second") == 5_000);
      await().atMost(SOON).until(() -> one.count("key.", 0) == 1);
      ClusterMarks later = cluster.add("three").marks();
      assertThat(later.markedAt("key.first")).isZero();
      assertThat(later.markedAt("key.second")).isEqualTo(5_000);
      assertThat(later.count("other.", 0)).isZero();
    }
  }

  private static int shardOf(Subscription subscription) {
    return new ShardAssignment(Cluster.SHARDS).shardOf(subscription.endpointId());
  }

  @Test
  void a_closed_node_refuses_events_and_the_other_continues() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "leave")) {
      RunningNode one = cluster.add("one");
      RunningNode two = cluster.add("two");
      cluster.awaitRunning();
      Subscription subscription = KafkaSamples.subscription(1, "TASK");
      execute(one, r -> new Command.CreateSubscription(r, subscription, new byte[] {1}));
      one.close();
      assertThat(one.health().state()).isEqualTo(EngineHealth.State.STOPPED);
      assertThatThrownBy(() -> one.accept(List.of(KafkaSamples.event("e0", "TASK"))))
          .isInstanceOf(RefusedException.class);
      await().atMost(SOON).until(() -> two.metrics().shards().size() == Cluster.SHARDS);
      accept(two, KafkaSamples.event("e1", "TASK"));
      await().atMost(SOON).until(() -> cluster.receivedEvents.containsKey("e1"));
    }
  }

  @Test
  void a_standby_takes_over_and_a_returning_node_restores_little() throws Exception {
    int events = 400;
    try (Cluster cluster = new Cluster(broker, directory, "standby")) {
      RunningNode one = cluster.add("keeps", Rules.DEFAULT, 1);
      RunningNode two = cluster.add("leaves", Rules.DEFAULT, 1);
      cluster.awaitRunning();
      await().atMost(SOON).until(() -> one.metrics().standbys() > 0);
      for (int i = 1; i <= 4; i++) {
        Subscription subscription = KafkaSamples.subscription(i, "TASK");
        execute(one, r -> new Command.CreateSubscription(r, subscription, new byte[] {1}));
      }
      for (int i = 0; i < events; i++) {
        accept(one, KafkaSamples.event("e" + i, "TASK"));
      }
      await().atMost(SOON).until(() -> cluster.received.size() == 4 * events);
      long before = one.metrics().recordsRestored();

      two.close();
      await().atMost(SOON).until(() -> one.metrics().shards().size() == Cluster.SHARDS);
      accept(one, KafkaSamples.event("after", "TASK"));
      await().atMost(SOON).until(() -> cluster.received.size() == 4 * (events + 1));
      assertThat(one.metrics().recordsRestored() - before).isLessThan(events / 2);

      one.close();
      RunningNode again = cluster.add("keeps", Rules.DEFAULT, 0);
      await().atMost(SOON).until(() -> again.metrics().shards().size() == Cluster.SHARDS);
      accept(again, KafkaSamples.event("again", "TASK"));
      await().atMost(SOON).until(() -> cluster.received.size() == 4 * (events + 2));
      assertThat(again.metrics().recordsRestored()).isLessThan(events / 2);

      again.close();
      RunningNode empty = cluster.add("empty", Rules.DEFAULT, 0);
      await().atMost(SOON).until(() -> empty.metrics().shards().size() == Cluster.SHARDS);
      assertThat(empty.metrics().recordsRestored()).isGreaterThan(events);
    }
  }

  @Test
  void an_erased_customer_leaves_nothing_in_any_shard() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "erase")) {
      RunningNode node = cluster.add("erasing");
      cluster.awaitRunning();
      execute(node, r -> new Command.PutCustomer(r, KafkaSamples.CUSTOMER));
      execute(node, r -> new Command.PutCustomer(r, "other"));
      for (int i = 1; i <= 6; i++) {
        Subscription subscription = KafkaSamples.subscription(i, "TASK");
        execute(node, r -> new Command.CreateSubscription(r, subscription, new byte[] {1}));
      }
      for (int i = 0; i < 50; i++) {
        accept(node, KafkaSamples.event("e" + i, "TASK"));
      }
      await().atMost(SOON).until(() -> cluster.received.size() == 300);

      assertThat(execute(node, r -> new Command.EraseCustomer(r, KafkaSamples.CUSTOMER)))
          .isEqualTo(Reply.DONE);

      await().atMost(SOON).until(() -> traces(node) == 0);
      assertThat(node.subscriptions().all(KafkaSamples.CUSTOMER)).isEmpty();
      assertThat(shows(node, view -> new CustomerReader(view).exists(KafkaSamples.CUSTOMER)))
          .isFalse();
      assertThat(shows(node, view -> new CustomerReader(view).exists("other"))).isTrue();
      // Processed records are removed from the topics a little later.
      await().atMost(SOON).until(() -> purged("erase.shards") >= 50);
    }
  }

  /** The number of records that were removed from a topic. */
  private long purged(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      Map<TopicPartition, OffsetSpec> first = new HashMap<>();
      for (int shard = 0; shard < Cluster.SHARDS; shard++) {
        first.put(new TopicPartition(topic, shard), OffsetSpec.earliest());
      }
      return admin.listOffsets(first).all().get().values().stream()
          .mapToLong(ListOffsetsResultInfo::offset)
          .sum();
    }
  }

  /** Entries of any table that name the customer, but for the record of its erasing. */
  private static int traces(RunningNode node) {
    byte[] name = KafkaSamples.CUSTOMER.getBytes(StandardCharsets.ISO_8859_1);
    List<Integer> each =
        node.reads()
            .readEach(
                RunningNodeTest::missed,
                view -> {
                  int[] count = {0};
                  view.scan(
                      new byte[] {0},
                      new byte[] {(byte) 0xFF, (byte) 0xFF},
                      (key, value) -> {
                        boolean record =
                            key[0] == Table.SWEEP.number() || key[0] == Table.AUDIT.number();
                        count[0] += !record && (holds(key, name) || holds(value, name)) ? 1 : 0;
                        return true;
                      });
                  return count[0];
                });
    return each.stream().mapToInt(Integer::intValue).sum();
  }

  private static boolean holds(byte[] bytes, byte[] name) {
    return new String(bytes, StandardCharsets.ISO_8859_1)
        .contains(new String(name, StandardCharsets.ISO_8859_1));
  }

  private static void accept(RunningNode node, Event event) throws Exception {
    assertThat(node.accept(List.of(event)).get(30, TimeUnit.SECONDS))
        .isInstanceOf(Reply.Accepted.class);
  }

  private static Reply execute(RunningNode node, LongFunction<Command> command) throws Exception {
    return node.execute(command).get(60, TimeUnit.SECONDS);
  }
}
