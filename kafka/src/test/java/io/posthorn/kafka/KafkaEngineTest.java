package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.CustomerReader;
import io.posthorn.core.shard.EndpointReader;
import io.posthorn.core.shard.History;
import io.posthorn.core.shard.Reply;
import io.posthorn.core.shard.Rules;
import io.posthorn.core.shard.Territory;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.embedded.RefusedException;
import io.posthorn.kafka.read.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes of one process on a real broker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class KafkaEngineTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @SuppressWarnings("NullAway.Init")
  private Broker broker;

  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @BeforeAll
  void start(@TempDir Path given) {
    directory = given;
    broker = Broker.start(given.resolve("kafka"));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  @Test
  void what_one_node_is_told_every_node_knows_and_delivers() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "both")) {
      KafkaEngine one = cluster.add("one");
      KafkaEngine two = cluster.add("two");
      cluster.awaitRunning();
      assertThat(one.figures().shards()).hasSize(2);
      assertThat(two.figures().shards()).hasSize(2);

      for (int i = 1; i <= 8; i++) {
        Subscription wish = Samples.subscription(i, "TASK");
        assertThat(told(one, r -> new Command.CreateSubscription(r, wish, new byte[] {1})))
            .isEqualTo(Reply.DONE);
        // Read your writes: the node that answered knows of it.
        assertThat(one.subscriptions().get(wish.id())).isEqualTo(wish);
      }
      assertThat(told(two, r -> new Command.PutCustomer(r, "acme"))).isEqualTo(Reply.DONE);
      assertThat(two.read(view -> new CustomerReader(view).exists("acme")).value()).isTrue();

      List<CompletableFuture<Reply>> accepted = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        KafkaEngine node = i % 2 == 0 ? one : two;
        accepted.add(node.accept(List.of(Samples.event("e" + i, "TASK"))));
        accepted.add(node.accept(List.of(Samples.event("e" + i, "TASK")))); // no second message
      }
      for (CompletableFuture<Reply> reply : accepted) {
        assertThat(reply.get(30, TimeUnit.SECONDS)).isInstanceOf(Reply.Accepted.class);
      }
      await().atMost(SOON).until(() -> cluster.received.size() == 800);
      await().atMost(SOON).until(() -> one.figures().lag() + two.figures().lag() == 0);
      assertThat(cluster.received).hasSize(800);

      await().atMost(SOON).until(() -> one.figures().inFlight() + two.figures().inFlight() == 0);
      consistent(one);
      consistent(two);
    }
  }

  /** Every node tells the same of all endpoints, wherever they are. */
  private static void consistent(KafkaEngine node) {
    var rules = Rules.DEFAULT.circuit();
    Reading<Long> delivered =
        node.read(
            view -> {
              long sum = 0;
              var reader = new EndpointReader(view, rules);
              for (var endpoint : reader.list(Samples.CUSTOMER, null, 100, 0)) {
                sum += endpoint.successes();
              }
              return sum;
            });
    assertThat(delivered.missing()).isEmpty();
    assertThat(delivered.value()).isEqualTo(800);
    Reading<List<Integer>> copies =
        node.readEach(view -> new History(view).eventKey(Samples.CUSTOMER, "e7") == null ? 0 : 1);
    for (int shard = 0; shard < Cluster.SHARDS; shard++) {
      assertThat(copies.value().get(shard)).isEqualTo(wanted(shard) ? 1 : 0);
    }
  }

  /** Whether an endpoint of the eight subscriptions belongs to a shard. */
  private static boolean wanted(int shard) {
    return IntStream.rangeClosed(1, 8)
        .anyMatch(number -> shardOf(Samples.subscription(number, "TASK")) == shard);
  }

  @Test
  void commands_for_all_shards_are_answered_once() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "all")) {
      KafkaEngine node = cluster.add("single");
      cluster.awaitRunning();
      for (int i = 1; i <= 6; i++) {
        Subscription wish = Samples.subscription(i, "TASK");
        told(node, r -> new Command.CreateSubscription(r, wish, new byte[] {1}));
        told(node, r -> new Command.PauseEndpoint(r, Samples.CUSTOMER, wish.endpointId()));
      }
      assertThat(told(node, r -> new Command.PauseDelivery(r, null))).isEqualTo(Reply.DONE);
      assertThat(node.read(view -> new CustomerReader(view).allPaused()).value()).isTrue();
      assertThat(told(node, r -> new Command.ResumeDelivery(r, null))).isEqualTo(Reply.DONE);
      assertThat(node.read(view -> new CustomerReader(view).allPaused()).value()).isFalse();
    }
  }

  @Test
  void a_subscription_moves_to_another_shard_with_what_waits() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "move")) {
      KafkaEngine node = cluster.add("single");
      cluster.awaitRunning();
      Subscription wish = Samples.subscription(1, "TASK", "https://receiver.example/old");
      cluster.answers.put(wish.url().text(), 503);
      told(node, r -> new Command.CreateSubscription(r, wish, new byte[] {1}));
      accept(node, Samples.event("e1", "TASK"));
      await()
          .atMost(SOON)
          .until(
              () ->
                  node.read(
                          view -> {
                            var key = new History(view).eventKey(Samples.CUSTOMER, "e1");
                            return key != null
                                && !new History(view)
                                    .attempts(Samples.CUSTOMER, new MessageId(key, 0))
                                    .isEmpty();
                          })
                      .value());

      Subscription moved = null;
      for (int i = 0; i < 50 && moved == null; i++) {
        Subscription candidate =
            Samples.subscription(1, "TASK", "https://receiver.example/new/" + i);
        if (shardOf(candidate) != shardOf(wish)) {
          moved = candidate;
        }
      }
      Subscription target = Objects.requireNonNull(moved);
      assertThat(told(node, r -> new Command.ChangeSubscription(r, target, 1, new byte[] {1})))
          .isEqualTo(Reply.DONE);
      assertThat(node.subscriptions().get(wish.id())).isEqualTo(target);
      accept(node, Samples.event("e2", "TASK"));
      await().atMost(SOON).until(() -> cluster.receivedEvents.containsKey("e2"));
    }
  }

  private static int shardOf(Subscription subscription) {
    return new Territory(Cluster.SHARDS).shardOf(subscription.endpointId());
  }

  @Test
  void a_closed_node_takes_nothing_and_the_other_goes_on() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "leave")) {
      KafkaEngine one = cluster.add("one");
      KafkaEngine two = cluster.add("two");
      cluster.awaitRunning();
      Subscription wish = Samples.subscription(1, "TASK");
      told(one, r -> new Command.CreateSubscription(r, wish, new byte[] {1}));
      one.close();
      assertThat(one.health().state()).isEqualTo(NodeHealth.State.STOPPED);
      assertThatThrownBy(() -> one.accept(List.of(Samples.event("e0", "TASK"))))
          .isInstanceOf(RefusedException.class);
      await().atMost(SOON).until(() -> two.figures().shards().size() == Cluster.SHARDS);
      accept(two, Samples.event("e1", "TASK"));
      await().atMost(SOON).until(() -> cluster.receivedEvents.containsKey("e1"));
    }
  }

  private static void accept(KafkaEngine node, Event event) throws Exception {
    assertThat(node.accept(List.of(event)).get(30, TimeUnit.SECONDS))
        .isInstanceOf(Reply.Accepted.class);
  }

  private static Reply told(KafkaEngine node, LongFunction<Command> command) throws Exception {
    return node.tell(command).get(60, TimeUnit.SECONDS);
  }
}
