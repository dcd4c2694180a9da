package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.task.LocalShards;
import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads whose topology fails at its first record, on a real broker. */
@Tag("thorough")
final class ShardThreadsTest {
  private static final String TOPIC = "input";
  private static final Duration LONG = Duration.ofSeconds(60);

  private final AtomicBoolean failed = new AtomicBoolean();
  private final AtomicLong clock = new AtomicLong();
  private final BrokerConnectivity contact = new BrokerConnectivity(clock::get);
  private final AtomicInteger processed = new AtomicInteger();

  @Test
  void
      threads_report_contact_with_the_brokers_and_a_clean_stop_long_after_one_was_replaced_keeps_the_local_stores(
          @TempDir Path directory) throws Exception {
    try (KafkaBroker broker = KafkaBroker.start(directory.resolve("kafka"));
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)))
          .all()
          .get(60, TimeUnit.SECONDS);
      NodeSettings settings =
          NodeSettings.builder(broker.bootstrapServers(), directory.resolve("state"), "127.0.0.1:1")
              .threads(1)
              .standbys(0)
              .storeMemory(64L << 20)
              .build();
      Path mark = settings.stateDirectory().resolve("clean-shutdown");
      Properties properties = new Clients(settings).streams(1);
      ShardThreads threads =
          new ShardThreads(
              topology(),
              properties,
              TOPIC,
              "127.0.0.1:1",
              new LocalShards(),
              contact,
              new CleanShutdownMarker(settings.stateDirectory()),
              error -> {});
      threads.start();
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(new Clients(settings).producer())) {
        producer.send(new ProducerRecord<>(TOPIC, new byte[1], new byte[1])).get();
      }
      await().atMost(LONG).until(() -> processed.get() == 1 && threads.running());
      assertThat(threads.replaced()).isEqualTo(1);
      assertThat(mark).doesNotExist();

      clock.addAndGet(Duration.ofSeconds(6).toNanos());
      assertThat(contact.lost()).isTrue();
      await().atMost(LONG).until(() -> !contact.lost()); // idle polls get responses too

      threads.close();

      assertThat(Files.exists(mark)).isTrue();
    }
  }

  private Topology topology() {
    return new Topology()
        .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), TOPIC)
        .addProcessor("fails-once", FailsOnce::new, "in");
  }

  private final class FailsOnce extends ContextualProcessor<byte[], byte[], Void, Void> {
    @Override
    public void process(Record<byte[], byte[]> record) {
      if (!failed.getAndSet(true)) {
        throw new IllegalStateException("fails once");
      }
      processed.incrementAndGet();
    }
  }
}
