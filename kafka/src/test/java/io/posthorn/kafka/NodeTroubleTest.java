package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.kafka.topic.TopicsException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** A node with a problem that it has to survive and to report, on a real broker. */
final class NodeTroubleTest extends BrokerTest {
  private static final Duration THREE_DAYS = Duration.ofDays(3);

  @Test
  void a_clock_that_jumps_ahead_expires_nothing_and_is_reported() throws Exception {
    SkewedTime time = new SkewedTime();
    try (Cluster cluster = new Cluster(broker, directory, "jump")) {
      cluster.time = time;
      RunningNode node = cluster.add("jumping");
      cluster.awaitRunning();
      Subscription subscription = KafkaSamples.subscription(1, "TASK");
      execute(node, r -> new Command.CreateSubscription(r, subscription, new byte[] {1}));
      execute(
          node,
          r -> new Command.PauseEndpoint(r, KafkaSamples.CUSTOMER, subscription.endpointId()));
      EventKey before = stored(node, "before");

      time.skew(THREE_DAYS);
      await().atMost(SOON).until(() -> node.health().detail().contains("ahead of the brokers'"));
      EventKey after = stored(node, "after");

      assertThat(node.metrics().clockOffsetMillis())
          .isBetween(THREE_DAYS.minusMinutes(1).toMillis(), THREE_DAYS.plusMinutes(1).toMillis());
      assertThat(after.acceptedAt()).isLessThan(System.currentTimeMillis() + 60_000);
      MessageStatus status =
          read(
              node,
              history ->
                  Objects.requireNonNull(
                          history.message(KafkaSamples.CUSTOMER, new MessageId(before, 0)))
                      .status());
      assertThat(status).isEqualTo(MessageStatus.WAITING);

      time.skew(Duration.ZERO);
      await().atMost(SOON).until(() -> node.health().detail().equals("Running."));
    }
  }

  @Test
  void a_node_with_a_wrong_clock_does_not_start() {
    SkewedTime time = new SkewedTime();
    time.skew(THREE_DAYS.negated());
    try (Cluster cluster = new Cluster(broker, directory, "wrong")) {
      cluster.time = time;
      assertThatThrownBy(() -> cluster.add("wrong"))
          .isInstanceOf(TopicsException.class)
          .hasMessageMatching(
              "The clock of this node is 2[0-9.]+ s behind the brokers'"
                  + " \\(kafka.max-clock-offset: 5.0 s\\): correct it, or the broker's, then start"
                  + " again.");
    }
  }

  @Test
  void a_record_that_cannot_be_read_is_parked_and_its_shard_continues() throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "poison")) {
      RunningNode node = cluster.add("poisoned");
      cluster.awaitRunning();
      Subscription subscription = KafkaSamples.subscription(1, "TASK");
      execute(node, r -> new Command.CreateSubscription(r, subscription, new byte[] {1}));
      for (int shard = 0; shard < Cluster.SHARDS; shard++) {
        write("poison.shards", shard, "garbage".getBytes(StandardCharsets.UTF_8));
      }
      accept(node, KafkaSamples.event("after", "TASK"));

      await().atMost(SOON).until(() -> cluster.receivedEvents.containsKey("after"));
      await().atMost(SOON).until(() -> node.metrics().recordsParked() == Cluster.SHARDS);
      assertThat(node.metrics().threadsReplaced()).isZero();
      assertThat(node.health().detail())
          .isEqualTo(
              "Running. An operator has to decide about parked records (4) and paused shards []:"
                  + " see posthorn parked.");
      ParkedTopic parked = new ParkedTopic(cluster.settings("operator"));
      List<ParkedTopic.Entry> entries = parked.list();
      assertThat(entries)
          .hasSize(Cluster.SHARDS)
          .allSatisfy(entry -> assertThat(entry.what()).isEqualTo("undecodable command"));

      parked.retry(entries.getFirst().name());
      await()
          .atMost(SOON)
          .until(() -> parked.list().stream().noneMatch(e -> e.equals(entries.getFirst())));
      await().atMost(SOON).until(() -> parked.list().size() == Cluster.SHARDS);
      parked.list().forEach(entry -> parked.drop(entry.name()));
      await().atMost(SOON).until(() -> node.health().detail().equals("Running."));
      assertThatThrownBy(() -> parked.drop(entries.getLast().name()))
          .isInstanceOf(TopicsException.class)
          .hasMessageStartingWith("Nothing is parked under the name poison.shards-");
    }
  }

  private void write(String topic, int partition, byte[] value) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, partition, null, value)).get();
    }
  }

  /** Accepts an event and waits until it has a key. */
  private static EventKey stored(RunningNode node, String id) throws Exception {
    accept(node, KafkaSamples.event(id, "TASK"));
    return await()
        .atMost(SOON)
        .until(
            () ->
                read(
                    node,
                    history -> Optional.ofNullable(history.eventKey(KafkaSamples.CUSTOMER, id))),
            Optional::isPresent)
        .orElseThrow();
  }

  private static <T> T read(RunningNode node, Function<History, T> question) {
    return node.reads()
        .readMerged(
            missed -> {
              throw new AssertionError(missed + " cannot be read");
            },
            view -> question.apply(new History(view)));
  }

  private static void accept(RunningNode node, Event event) throws Exception {
    assertThat(node.accept(List.of(event)).get(30, TimeUnit.SECONDS))
        .isInstanceOf(Reply.Accepted.class);
  }

  private static void execute(RunningNode node, LongFunction<Command> command) throws Exception {
    assertThat(node.execute(command).get(60, TimeUnit.SECONDS)).isEqualTo(Reply.DONE);
  }
}
