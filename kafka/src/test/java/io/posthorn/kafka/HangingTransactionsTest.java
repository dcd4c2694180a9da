package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.TimeSource;
import io.posthorn.kafka.directory.BrokerConnectivity;
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
import org.apache.kafka.clients.admin.ForwardingAdmin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ListTransactionsResult;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A transaction that hangs: the only broker with a copy of the partition was away when its
 * coordinator, which is elsewhere, ended it.
 */
@Tag("thorough")
final class HangingTransactionsTest {
  private static final Duration LONG = Duration.ofSeconds(120);
  private static final TopicPartition PARTITION = new TopicPartition("application.directory", 0);
  private static final TopicPartition ELSEWHERE = new TopicPartition("application.elsewhere", 0);
  private static final String TRANSACTION = "application-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed-1";

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
  void a_committed_transaction_is_left_to_an_operator_with_the_command() throws Exception {
    endWhileThePartitionIsAway(
        producer ->
            end(producer, TransactionState.COMPLETE_COMMIT, KafkaProducer::commitTransaction));
    HangingTransactions watch = watch(true);

    watch.run();

    assertThat(watch.trouble())
        .contains("committed", PARTITION.toString(), "offset 0", "see docs/KAFKA.md")
        .contains(
            "kafka-transactions.sh --bootstrap-server "
                + brokers.getFirst().bootstrapServers()
                + " abort --topic application.directory --partition 0 --start-offset 0");
    assertThat(watch.unresolved()).isEqualTo(1);
    assertThat(open()).hasSize(1);
    assertThatThrownBy(() -> read(watch))
        .isInstanceOf(TopicsException.class)
        .hasMessageContainingAll("application.directory ends at offset 1", "see docs/KAFKA.md");

    abortAsOperationsSays(open().getFirst());
    watch.run();
    assertThat(watch.trouble()).isNull();
    assertThat(watch.unresolved()).isZero();
    assertThat(open()).isEmpty();
  }

  /** The state of the coordinator belongs to the later transaction. */
  @Test
  void a_committed_transaction_is_never_aborted_although_a_later_one_of_its_producer_was()
      throws Exception {
    endWhileThePartitionIsAway(
        producer -> {
          end(producer, TransactionState.COMPLETE_COMMIT, KafkaProducer::commitTransaction);
          producer.beginTransaction();
          send(producer, ELSEWHERE);
          end(producer, TransactionState.COMPLETE_ABORT, KafkaProducer::abortTransaction);
        });
    HangingTransactions watch = watch(true);

    watch.run();

    assertThat(open()).hasSize(1);
    assertThat(watch.trouble()).contains("A committed transaction hangs", "offset 0");
    assertThat(watch.aborted()).isZero();
  }

  @Test
  void an_aborted_transaction_is_aborted_although_a_later_one_of_its_producer_was_committed()
      throws Exception {
    endWhileThePartitionIsAway(
        producer -> {
          end(producer, TransactionState.COMPLETE_ABORT, KafkaProducer::abortTransaction);
          producer.beginTransaction();
          send(producer, ELSEWHERE);
          end(producer, TransactionState.COMPLETE_COMMIT, KafkaProducer::commitTransaction);
        });
    watch(false).run();
    assertThat(open()).as("only the elected node aborts").hasSize(1);
    HangingTransactions watch = watch(true);

    watch.run();

    assertThat(open()).isEmpty();
    assertThat(watch.aborted()).isEqualTo(1);
    assertThat(watch.trouble()).isNull();
  }

  /** As when the epochs of a producer are used up: its id has another producer from then on. */
  @Test
  void an_aborted_transaction_is_aborted_although_its_coordinator_has_replaced_the_producer()
      throws Exception {
    endWhileThePartitionIsAway(
        producer ->
            end(producer, TransactionState.COMPLETE_ABORT, KafkaProducer::abortTransaction));
    try (Admin forgetful = new Forgetful(brokers.getFirst().bootstrapServers())) {
      HangingTransactions watch = watch(forgetful, true);

      watch.run();

      assertThat(open()).isEmpty();
      assertThat(watch.aborted()).isEqualTo(1);
    }
  }

  @Test
  void a_committed_transaction_is_reported_although_its_coordinator_has_replaced_the_producer()
      throws Exception {
    endWhileThePartitionIsAway(
        producer ->
            end(producer, TransactionState.COMPLETE_COMMIT, KafkaProducer::commitTransaction));
    try (Admin forgetful = new Forgetful(brokers.getFirst().bootstrapServers())) {
      HangingTransactions watch = watch(forgetful, true);

      watch.run();

      assertThat(watch.trouble()).contains("A committed transaction hangs", "offset 0");
      assertThat(open()).hasSize(1);
    }
  }

  /** No coordinator lists the producers that it is asked for. */
  private static final class Forgetful extends ForwardingAdmin {
    Forgetful(String bootstrapServers) {
      super(Map.of("bootstrap.servers", bootstrapServers));
    }

    @Override
    public ListTransactionsResult listTransactions(ListTransactionsOptions options) {
      return super.listTransactions(
          new ListTransactionsOptions().filterProducerIds(List.of(Long.MAX_VALUE)));
    }
  }

  /** As for a killed node: the coordinator raises the epoch twice. */
  @Test
  void a_transaction_that_timed_out_is_aborted_by_a_starting_node() throws Exception {
    endWhileThePartitionIsAway(
        producer ->
            await()
                .atMost(LONG)
                .ignoreExceptions()
                .until(() -> stateForItsCoordinator() == TransactionState.COMPLETE_ABORT));

    start(node()).close();

    assertThat(open()).isEmpty();
  }

  private HangingTransactions watch(boolean elected) {
    return watch(admin, elected);
  }

  private HangingTransactions watch(Admin asked, boolean elected) {
    return new HangingTransactions(
        asked,
        new HangingTransactions.Watched(
            brokers.getFirst().bootstrapServers(), "application", Set.of(PARTITION.topic())),
        new CoordinatorLog(new Clients(node()).reader()),
        () -> elected,
        LATER::wallMillis);
  }

  private NodeSettings node() {
    return NodeSettings.builder(
            brokers.getFirst().bootstrapServers(), directory.resolve("node"), "127.0.0.1:1")
        .topics(
            new TopicNames("application"),
            TopicSettings.DEFAULT.withPartitions(1).withReplicationFactor(1))
        .maxClockOffset(Duration.ofHours(1)) // LATER is ahead of the brokers
        .build();
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
            new BrokerConnectivity(System::nanoTime),
            record -> {})) {
      reader.start();
      new NodeDirectory(reader, admin, PARTITION.topic(), watch::trouble)
          .catchUp(Duration.ofSeconds(1));
    }
  }

  private void endWhileThePartitionIsAway(Consumer<KafkaProducer<byte[], byte[]>> rest)
      throws Exception {
    KafkaBroker coordinators = brokers.getFirst();
    KafkaBroker away = brokers.getLast();
    NewTopic onlyThere =
        new NewTopic(PARTITION.topic(), Map.of(0, List.of(2)))
            .configs(Map.of("cleanup.policy", "compact", "max.message.bytes", "4194304"));
    NewTopic here = new NewTopic(ELSEWHERE.topic(), Map.of(0, List.of(1)));
    admin.createTopics(List.of(onlyThere, here)).all().get(60, TimeUnit.SECONDS);
    try (KafkaProducer<byte[], byte[]> producer = producer(coordinators)) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, PARTITION);
      away.close();
      await().atMost(LONG).ignoreExceptions().until(this::hasNoLeader);
      rest.accept(producer);
    }
    away.restart();
    await().atMost(LONG).ignoreExceptions().until(() -> !hasNoLeader() && !open().isEmpty());
  }

  private static void send(KafkaProducer<byte[], byte[]> producer, TopicPartition where) {
    try {
      producer
          .send(new ProducerRecord<>(where.topic(), where.partition(), new byte[1], new byte[1]))
          .get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void end(
      KafkaProducer<byte[], byte[]> producer,
      TransactionState state,
      Consumer<KafkaProducer<byte[], byte[]>> end) {
    end.accept(producer);
    await().atMost(LONG).ignoreExceptions().until(() -> stateForItsCoordinator() == state);
  }

  private static KafkaProducer<byte[], byte[]> producer(KafkaBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "transactional.id",
            TRANSACTION,
            "transaction.timeout.ms",
            30_000,
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

  /** The transactions that the partition considers open. */
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

  /** The arguments of {@code kafka-transactions.sh abort}. */
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
