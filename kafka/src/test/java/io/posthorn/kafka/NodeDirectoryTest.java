package io.posthorn.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.directory.TopicReader;
import io.posthorn.kafka.topic.TopicsException;
import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory on a real broker, with a transaction that is open in it. */
@Tag("thorough")
final class NodeDirectoryTest {
  private static final String TOPIC = "directory";

  @Test
  void committed_records_can_be_read_while_a_transaction_is_open(@TempDir Path files)
      throws Exception {
    Set<String> known = new ConcurrentSkipListSet<>();
    try (KafkaBroker broker = KafkaBroker.start(files);
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        KafkaProducer<String, String> producer = producer(broker)) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
      NodeSettings settings =
          NodeSettings.builder(broker.bootstrapServers(), files, "127.0.0.1:1").build();
      try (TopicReader reader =
          new TopicReader(
              new Clients(settings).reader(),
              TOPIC,
              TopicReader.Start.BEGINNING,
              new BrokerConnectivity(System::nanoTime),
              record -> known.add(new String(record.value(), UTF_8)))) {
        reader.start();
        NodeDirectory directory = new NodeDirectory(reader, admin, TOPIC, () -> null);

        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TOPIC, "committed")).get();
        producer.commitTransaction();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TOPIC, "open")).get();

        directory.catchUpWithCommitted();
        assertThat(known).containsExactly("committed");
        assertThatThrownBy(() -> directory.catchUp(Duration.ofSeconds(1)))
            .isInstanceOf(TopicsException.class)
            .hasMessageContaining("a transaction is open there; try again");

        producer.commitTransaction();
        directory.catchUp();
        assertThat(known).containsExactly("committed", "open");
      }
    }
  }

  private static KafkaProducer<String, String> producer(KafkaBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "transactional.id",
            "shards",
            "key.serializer",
            StringSerializer.class,
            "value.serializer",
            StringSerializer.class));
  }
}
