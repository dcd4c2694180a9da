package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
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
 * A transaction that hangs although it was committed: the only broker with a copy of the partition
 * was away when its coordinator, which is elsewhere, ended it.
 */
final class HangingTransactionsTest {
  private static final Duration LONG = Duration.ofSeconds(120);
  private static final TopicPartition PARTITION = new TopicPartition("application.shards", 0);
  private static final String TRANSACTION = "application-1";

  /** As if everything here had happened a minute ago. */
  private static final long LATER_MILLIS = 60_000;

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private List<Broker> brokers;

  @SuppressWarnings("NullAway.Init")
  private Admin admin;

  @BeforeEach
  void start() {
    brokers = Broker.cluster(directory, 2);
    admin = Admin.create(Map.of("bootstrap.servers", brokers.getFirst().bootstrapServers()));
  }

  @AfterEach
  void stop() {
    admin.close();
    brokers.forEach(Broker::close);
  }

  @Test
  void one_that_was_committed_is_left_to_a_person_who_is_told_where_it_is() throws Exception {
    commitWhileThePartitionIsAway();
    HangingTransactions watch =
        new HangingTransactions(
            admin,
            "application",
            Set.of(PARTITION.topic()),
            () -> System.currentTimeMillis() + LATER_MILLIS);

    watch.run();

    assertThat(watch.trouble())
        .contains("committed", PARTITION.toString(), "offset 0", "see OPERATIONS");
    assertThat(open()).hasSize(1);

    abortAsOperationsSays(open().getFirst());
    watch.run();
    assertThat(watch.trouble()).isNull();
    assertThat(open()).isEmpty();
  }

  private void commitWhileThePartitionIsAway() throws Exception {
    Broker coordinators = brokers.getFirst();
    Broker away = brokers.getLast();
    NewTopic onlyThere = new NewTopic(PARTITION.topic(), Map.of(0, List.of(2)));
    admin.createTopics(List.of(onlyThere)).all().get(60, TimeUnit.SECONDS);
    try (KafkaProducer<byte[], byte[]> producer = producer(coordinators)) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(PARTITION.topic(), 0, null, new byte[1])).get();
      away.close();
      await().atMost(LONG).ignoreExceptions().until(this::hasNoLeader);
      producer.commitTransaction();
    }
    await().atMost(LONG).ignoreExceptions().until(this::isOverForItsCoordinator);
    away.restart();
    await().atMost(LONG).ignoreExceptions().until(() -> !hasNoLeader() && !open().isEmpty());
  }

  private static KafkaProducer<byte[], byte[]> producer(Broker broker) {
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

  private boolean isOverForItsCoordinator() throws Exception {
    TransactionDescription described =
        admin
            .describeTransactions(List.of(TRANSACTION))
            .description(TRANSACTION)
            .get(10, TimeUnit.SECONDS);
    return described.state() == TransactionState.COMPLETE_COMMIT;
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
