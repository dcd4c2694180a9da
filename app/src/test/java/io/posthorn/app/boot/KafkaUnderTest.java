package io.posthorn.app.boot;

import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.DirectoryTree;
import io.posthorn.testkit.KafkaBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Nodes on a real broker. All tests of this process share the broker; each data directory has its
 * own topics, which it finds again after a restart.
 */
public final class KafkaUnderTest {
  /** A test key; all nodes of an installation share it. */
  private static final String ENCRYPTION_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  private static final Map<Path, String> PREFIXES = new HashMap<>();

  private KafkaUnderTest() {}

  /** The settings of a node on this broker, as environment variables. */
  public static Map<String, String> settings(Path data) {
    return Map.of(
        "POSTHORN_ENGINE",
        "kafka",
        "POSTHORN_KAFKA_BOOTSTRAP_SERVERS",
        Running.BROKER.bootstrapServers(),
        "POSTHORN_KAFKA_TOPIC_PREFIX",
        prefix(data),
        // Several shards, but few, because few start faster.
        "POSTHORN_KAFKA_PARTITIONS",
        "3",
        "POSTHORN_KAFKA_REPLICATION_FACTOR",
        "1",
        "POSTHORN_KAFKA_STANDBY_REPLICAS",
        "0",
        "POSTHORN_SECURITY_ENCRYPTION_KEY",
        ENCRYPTION_KEY);
  }

  private static synchronized String prefix(Path data) {
    return PREFIXES.computeIfAbsent(data, made -> "node-%03d".formatted(PREFIXES.size()));
  }

  /** Every key, value and header of a node's topics, committed or not. */
  static byte[] records(Path data) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    Map<String, Object> settings =
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, Running.BROKER.bootstrapServers());
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(settings, bytes, bytes)) {
      List<TopicPartition> partitions = partitions(reader, prefix(data));
      reader.assign(partitions);
      reader.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
      while (ends.entrySet().stream().anyMatch(e -> reader.position(e.getKey()) < e.getValue())) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofSeconds(1))) {
          write(record.key(), all);
          write(record.value(), all);
          record.headers().forEach(header -> write(header.value(), all));
        }
      }
    }
    return all.toByteArray();
  }

  private static List<TopicPartition> partitions(KafkaConsumer<?, ?> reader, String prefix) {
    List<TopicPartition> partitions = new ArrayList<>();
    reader
        .listTopics()
        .forEach(
            (topic, parts) -> {
              if (topic.startsWith(prefix)) {
                parts.forEach(part -> partitions.add(new TopicPartition(topic, part.partition())));
              }
            });
    return partitions;
  }

  private static void write(byte @Nullable [] some, ByteArrayOutputStream all) {
    if (some != null) {
      all.writeBytes(some);
    }
  }

  /** The broker, from the first test that needs it to the end of the process. */
  private static final class Running {
    private static final Path DIRECTORY = temporary();
    private static final KafkaBroker BROKER = start();

    private static Path temporary() {
      try {
        return Files.createTempDirectory("posthorn-node-kafka");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static KafkaBroker start() {
      ChildProcess.afterLastChild(() -> DirectoryTree.delete(DIRECTORY));
      return KafkaBroker.start(DIRECTORY);
    }
  }
}
