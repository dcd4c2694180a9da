package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.EngineMetric;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Failures and moves that must concern one shard, one customer or one node, on a real broker. */
final class SmallFailuresTest extends BrokerTest {
  @Test
  void events_are_refused_at_the_limit_of_the_backlog_and_accepted_when_the_shard_has_caught_up()
      throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "backlog")) {
      cluster.configured = builder -> builder.backlog(new NodeSettings.Backlog(3, 1 << 20));
      RunningNode node = cluster.add("single");
      cluster.awaitRunning();
      subscribe(node, 1);

      int refused = 0;
      for (int i = 0; i < 20 && refused == 0; i++) {
        refused += accepts(node, "e" + i) ? 0 : 1;
      }
      assertThat(refused).isEqualTo(1);
      await().atMost(SOON).until(() -> accepts(node, "late"));
    }
  }

  private static boolean accepts(RunningNode node, String id) throws Exception {
    try {
      node.accept(List.of(KafkaSamples.event(id, "TASK"))).get(30, TimeUnit.SECONDS);
      return true;
    } catch (RefusedException e) {
      assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL);
      return false;
    }
  }

  @Test
  void a_node_takes_events_before_its_shards_run() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "ready")) {
      RunningNode node = cluster.add("ready");
      assertThat(node.health().takesEvents()).isTrue();
      assertThat(reply(node, "early")).isInstanceOf(Reply.Accepted.class);
      cluster.awaitRunning();
      assertThat(node.health().delivers()).isTrue();
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(exported(node))
                      .containsKeys(
                          "posthorn.kafka.consumer.size",
                          "posthorn.kafka.rebalances",
                          "posthorn.kafka.producer.size",
                          "posthorn.kafka.producer.request.latency",
                          "posthorn.kafka.commits",
                          "posthorn.kafka.commit.latency",
                          "posthorn.kafka.poll.latency.max",
                          "posthorn.kafka.store.buffers",
                          "posthorn.kafka.store.cache"));
    }
  }

  @Test
  void waiting_messages_of_a_customer_are_limited_over_all_nodes() throws Exception {
    Rules limited = Rules.DEFAULT.withLimits(Rules.DEFAULT.limits().withWaitingMessages(8));
    try (Cluster cluster = new Cluster(broker, directory, "waiting")) {
      RunningNode one = cluster.add("w-one", limited);
      RunningNode two = cluster.add("w-two", limited);
      cluster.awaitRunning();
      for (int i = 1; i <= 8; i++) {
        cluster.responses.put(subscribe(one, i).url().text(), 500);
      }
      assertThat(reply(one, "e1")).isInstanceOf(Reply.Accepted.class);
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(reply(two, "e1"))
                      .isEqualTo(new Reply.OverLimit(KafkaSamples.CUSTOMER, 8)));
      assertThat(reply(one, "e1")).isInstanceOf(Reply.OverLimit.class);
    }
  }

  @Test
  void requests_in_flight_are_recorded_before_a_shard_moves_to_another_node() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "moves")) {
      cluster.latency = Duration.ofMillis(400);
      RunningNode one = cluster.add("m-one");
      cluster.awaitRunning();
      for (int i = 1; i <= 8; i++) {
        subscribe(one, i);
      }
      int posted = 0;
      while (posted < 40) {
        reply(one, "e" + posted++);
      }
      await().atMost(SOON).until(() -> cluster.received.size() > 20);
      RunningNode two = cluster.add("m-two");
      while (two.metrics().shards().size() < 2) {
        reply(one, "e" + posted++);
        assertThat(posted).isLessThan(100_000);
      }
      cluster.latency = Duration.ofMillis(2);
      int messages = 8 * posted;
      await().atMost(SOON).until(() -> cluster.received.size() == messages);
      assertThat(cluster.received.values()).as("nothing is sent twice").containsOnly(1);
      assertThat(one.metrics().requestsUnrecorded()).isZero();
    }
  }

  @Test
  void requests_in_flight_are_recorded_before_a_node_stops() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "stops")) {
      cluster.latency = Duration.ofMillis(1_500);
      RunningNode stopped = cluster.add("s-stopped");
      RunningNode left = cluster.add("s-left");
      cluster.awaitRunning();
      await().atMost(SOON).until(() -> !stopped.metrics().shards().isEmpty());
      for (int i = 1; i <= 8; i++) {
        subscribe(left, i);
      }
      int events = 20;
      for (int i = 0; i < events; i++) {
        reply(left, "e" + i);
      }
      await().atMost(SOON).until(() -> stopped.metrics().inFlight() > 0);

      stopped.close();
      cluster.nodes.remove("s-stopped");
      cluster.latency = Duration.ofMillis(2);

      await().atMost(SOON).until(() -> cluster.received.size() == 8 * events);
      await().atMost(SOON).until(() -> left.metrics().inFlight() == 0);
      assertThat(cluster.received.values()).as("nothing is sent twice").containsOnly(1);
    }
  }

  /** The exported metrics of Kafka that are not zero. */
  private static Map<String, Double> exported(RunningNode node) {
    Map<String, Double> values = new TreeMap<>();
    for (EngineMetric metric : StreamsMetrics.of(node::streamsMetrics)) {
      double value = metric.value().getAsDouble();
      if (value > 0) {
        values.put(metric.name(), value);
      }
    }
    return values;
  }

  private static Reply reply(RunningNode node, String id) throws Exception {
    return node.accept(List.of(KafkaSamples.event(id, "TASK"))).get(30, TimeUnit.SECONDS);
  }

  private static Subscription subscribe(RunningNode node, int number) throws Exception {
    Subscription subscription = KafkaSamples.subscription(number, "TASK");
    execute(node, r -> new Command.CreateSubscription(r, subscription, new byte[] {1}));
    return subscription;
  }

  private static Reply execute(RunningNode node, LongFunction<Command> command) throws Exception {
    return node.execute(command).get(30, TimeUnit.SECONDS);
  }
}
