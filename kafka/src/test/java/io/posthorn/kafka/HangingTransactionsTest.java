package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.TimeSource;
import io.posthorn.kafka.directory.BrokerContact;
import io.posthorn.kafka.directory.TopicReader;
import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import io.posthorn.kafka.topic.TopicsException;
import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A transaction that hangs: the only broker with a copy of the partition was away when its
 * coordinator, which is elsewhere, ended it.
 */
final class HangingTransactionsTest {
  private static final Duration LONG = Duration.ofSeconds(120);
  private static final TopicPartition PARTITION = new TopicPartition("application.directory", 0);
  private static final String TRANSACTION = "application-1";

  /** As if everything here had happened a minute ago. */
  private static final TimeSource LATER =
      new TimeSource() {
        @Override
        public long wallMillis() {
          return SYSTEM.wallMillis() + 60_000;
        }

        @Override
        public long monotonicNanos() {
          return SYSTEM.monotonicNanos();
        }
      };

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private List<KafkaBroker> brokers;

  @SuppressWarnings("NullAway.Init")
  private Admin admin;

  @BeforeEach
  void start() {
    brokers = KafkaBroker.cluster(directory, 2);
    admin = Admin.create(Map.of("bootstrap.servers", brokers.getFirst().bootstrapServers()));
  }

  @AfterEach
  void stop() {
    admin.close();
    brokers.forEach(KafkaBroker::close);
  }

  @Test
  void a_committed_transaction_is_left_to_an_operator_and_its_offset_is_reported()
      throws Exception {
    endWhileThePartitionIsAway(TransactionState.COMPLETE_COMMIT, KafkaProducer::commitTransaction);
    HangingTransactions watch =
        new HangingTransactions(admin, "application", Set.of(PARTITION.topic()), LATER::wallMillis);

    watch.run();

    assertThat(watch.trouble())
        .contains("committed", PARTITION.toString(), "offset 0", "see OPERATIONS");
    assertThat(open()).hasSize(1);
    assertThatThrownBy(() -> read(watch))
        .isInstanceOf(TopicsException.class)
        .hasMessageContainingAll("application.directory ends at offset 1", "see OPERATIONS");

    abortAsOperationsSays(open().getFirst());
    watch.run();
    assertThat(watch.trouble()).isNull();
    assertThat(open()).isEmpty();
  }

  @Test
  void a_transaction_that_hangs_in_the_directory_is_aborted_by_a_starting_node() throws Exception {
    endWhileThePartitionIsAway(TransactionState.COMPLETE_ABORT, KafkaProducer::abortTransaction);

    start(node()).close();

    assertThat(open()).isEmpty();
  }

  private NodeSettings node() {
    return NodeSettings.of(
            brokers.getFirst().bootstrapServers(), directory.resolve("node"), "127.0.0.1:1")
        .withTopics(
            new TopicNames("application"),
            TopicSettings.DEFAULT.withPartitions(1).withReplicationFactor(1));
  }

  private static RunningNode start(NodeSettings settings) {
    return RunningNode.start(
        settings,
        Rules.DEFAULT,
        new NodeContext(new RecordingSender(), EffectListener.NONE, LATER, new DirectPeers()));
  }

  /** Reads the directory as a node does that starts. */
  private void read(HangingTransactions watch) throws InterruptedException {
    try (TopicReader reader =
        new TopicReader(
            new Clients(node()).reader(),
            PARTITION.topic(),
            TopicReader.Start.BEGINNING,
            new BrokerContact(System::nanoTime),
            record -> {})) {
      reader.start();
      new NodeDirectory(reader, admin, PARTITION.topic(), watch::trouble)
          .catchUp(Duration.ofSeconds(1));
    }
  }

  private void endWhileThePartitionIsAway(
      TransactionState state, Consumer<KafkaProducer<byte[], byte[]>> end) throws Exception {
    KafkaBroker coordinators = brokers.getFirst();
    KafkaBroker away = brokers.getLast();
    NewTopic onlyThere =
        new NewTopic(PARTITION.topic(), Map.of(0, List.of(2)))
            .configs(Map.of("cleanup.policy", "compact", "max.message.bytes", "4194304"));
    admin.createTopics(List.of(onlyThere)).all().get(60, TimeUnit.SECONDS);
    try (KafkaProducer<byte[], byte[]> producer = producer(coordinators)) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(PARTITION.topic(), 0, new byte[1], new byte[1])).get();
      away.close();
      await().atMost(LONG).ignoreExceptions().until(this::hasNoLeader);
      end.accept(producer);
    }
    await().atMost(LONG).ignoreExceptions().until(() -> stateForItsCoordinator() == state);
    away.restart();
    await().atMost(LONG).ignoreExceptions().until(() -> !hasNoLeader() && !open().isEmpty());
  }

  private static KafkaProducer<byte[], byte[]> producer(KafkaBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "transactional.id",
            TRANSACTION,
            "key.serializer",
            ByteArraySerializer.class,
            "value.serializer",
            ByteArraySerializer.class));
  }

  private boolean hasNoLeader() throws Exception {
    TopicDescription described =
        admin
            .describeTopics(List.of(PARTITION.topic()))
            .allTopicNames()
            .get(10, TimeUnit.SECONDS)
            .get(PARTITION.topic());
    Node leader = Objects.requireNonNull(described).partitions().getFirst().leader();
    return leader == null || leader.isEmpty();
  }

  private TransactionState stateForItsCoordinator() throws Exception {
    return admin
        .describeTransactions(List.of(TRANSACTION))
        .description(TRANSACTION)
        .get(10, TimeUnit.SECONDS)
        .state();
  }

  /** What the partition takes for open. */
  private List<ProducerState> open() throws Exception {
    return admin
        .describeProducers(List.of(PARTITION))
        .partitionResult(PARTITION)
        .get(10, TimeUnit.SECONDS)
        .activeProducers()
        .stream()
        .filter(producer -> producer.currentTransactionStartOffset().isPresent())
        .toList();
  }

  /** What {@code kafka-transactions.sh abort} asks for. */
  private void abortAsOperationsSays(ProducerState producer) throws Exception {
    admin
        .abortTransaction(
            new AbortTransactionSpec(
                PARTITION,
                producer.producerId(),
                (short) producer.producerEpoch(),
                Math.max(0, producer.coordinatorEpoch().orElse(0))))
        .all()
        .get(60, TimeUnit.SECONDS);
  }
}
