package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes a and b are members of the group. They, process c and two other applications have an
 * open transaction.
 */
@Tag("thorough")
final class OrphanedTransactionsTest {
  private static final String TOPIC = "orphaned";
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String A = "app-" + process('a');
  private static final String B = "app-" + process('b');
  private static final String C = "app-" + process('c');

  /** Another application's, whose name begins alike. */
  private static final String OTHER = "app-other-" + process('c') + "-1";

  /** Neither ours nor of Kafka Streams. */
  private static final String FREE = "app-sink-1";

  private final List<AutoCloseable> opened = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private KafkaBroker broker;

  @SuppressWarnings("NullAway.Init")
  private Admin admin;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    broker = KafkaBroker.start(directory);
    opened.add(broker);
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    opened.addFirst(admin);
    admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get(60, TimeUnit.SECONDS);
    KafkaConsumer<byte[], byte[]> a = member(A + "-StreamThread-1-consumer");
    KafkaConsumer<byte[], byte[]> b = member(B + "-StreamThread-1-consumer");
    await()
        .atMost(LONG)
        .until(
            () -> {
              a.poll(Duration.ofMillis(100));
              b.poll(Duration.ofMillis(100));
              return a.assignment().size() == 1 && b.assignment().size() == 1;
            });
    for (String id : List.of(A + "-1", B + "-1", C + "-1", OTHER, FREE)) {
      begin(id);
    }
    assertThat(ongoing()).containsExactlyInAnyOrder(A + "-1", B + "-1", C + "-1", OTHER, FREE);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : opened) {
      one.close();
    }
  }

  @Test
  void the_first_member_ends_the_transactions_of_processes_that_left_and_no_others()
      throws Exception {
    new OrphanedTransactions(admin, "app", () -> A + "-StreamThread-1-consumer").run();

    await()
        .atMost(LONG)
        .untilAsserted(
            () -> assertThat(ongoing()).containsExactlyInAnyOrder(A + "-1", B + "-1", OTHER, FREE));
  }

  @Test
  void other_members_and_processes_outside_the_group_end_nothing() throws Exception {
    new OrphanedTransactions(admin, "app", () -> B + "-StreamThread-1-consumer").run();
    new OrphanedTransactions(admin, "app", () -> "app-" + process('0') + "-StreamThread-1-consumer")
        .run();
    new OrphanedTransactions(admin, "app", () -> null).run();

    assertThat(ongoing()).containsExactlyInAnyOrder(A + "-1", B + "-1", C + "-1", OTHER, FREE);
  }

  private static String process(char digit) {
    return "00000000-0000-0000-0000-%s".formatted(String.valueOf(digit).repeat(12));
  }

  private KafkaConsumer<byte[], byte[]> member(String clientId) {
    KafkaConsumer<byte[], byte[]> member =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "group.id",
                "app",
                "client.id",
                clientId,
                "key.deserializer",
                ByteArrayDeserializer.class,
                "value.deserializer",
                ByteArrayDeserializer.class));
    opened.addFirst(member);
    member.subscribe(List.of(TOPIC));
    return member;
  }

  private void begin(String transactionalId) throws Exception {
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "transactional.id",
                transactionalId,
                "key.serializer",
                ByteArraySerializer.class,
                "value.serializer",
                ByteArraySerializer.class));
    opened.addFirst(() -> producer.close(Duration.ZERO));
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(new ProducerRecord<>(TOPIC, 0, new byte[1], new byte[1])).get();
  }

  private Set<String> ongoing() throws Exception {
    Set<String> ids = new TreeSet<>();
    admin
        .listTransactions(
            new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING)))
        .all()
        .get(30, TimeUnit.SECONDS)
        .forEach(one -> ids.add(one.transactionalId()));
    return ids;
  }
}
