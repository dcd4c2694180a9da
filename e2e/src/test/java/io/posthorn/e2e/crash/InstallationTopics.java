package io.posthorn.e2e.crash;

import io.posthorn.testkit.Await;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of an installation, read and written from outside. */
final class InstallationTopics implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  /** The offsets to look back for a record; the ends of transactions have offsets, too. */
  private static final long BACK = 500;

  private final String bootstrapServers;
  private final String prefix;
  private final AtomicReference<byte[]> latest = new AtomicReference<>(new byte[0]);
  private final Producer<byte[], byte[]> producer;

  InstallationTopics(String bootstrapServers, String prefix) {
    this.bootstrapServers = bootstrapServers;
    this.prefix = prefix;
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Writes a record, and waits until it is replicated. */
  void write(String topic, int partition, byte[] value) {
    try {
      var _ = producer.send(new ProducerRecord<>(name(topic), partition, null, value)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A recent record that is not empty; waits for one. */
  byte[] latest(String topic, int partition) {
    TopicPartition at = new TopicPartition(name(topic), partition);
    latest.set(new byte[0]);
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(List.of(at));
      long end = consumer.endOffsets(List.of(at)).getOrDefault(at, 0L);
      long beginning = consumer.beginningOffsets(List.of(at)).getOrDefault(at, 0L);
      consumer.seek(at, Math.max(beginning, end - BACK));
      Await.until(
          "a record in " + at,
          () -> {
            consumer.poll(POLL).forEach(record -> latest.set(value(record)));
            return latest.get().length > 0;
          });
    }
    return latest.get();
  }

  private static byte[] value(ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null
        ? new byte[0]
        : Arrays.copyOf(record.value(), record.value().length);
  }

  /** The number of committed records in a topic. */
  long count(String topic) {
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> all =
          consumer.partitionsFor(name(topic)).stream()
              .map(one -> new TopicPartition(one.topic(), one.partition()))
              .toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      long count = 0;
      long deadline = System.nanoTime() + Await.TIMEOUT.toNanos();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        count += consumer.poll(POLL).count();
        if (System.nanoTime() > deadline) {
          throw new AssertionError("timed out: reading " + name(topic));
        }
      }
      return count;
    }
  }

  private Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "isolation.level", "read_committed",
            "enable.auto.commit", "false",
            "auto.offset.reset", "earliest",
            "allow.auto.create.topics", "false"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private String name(String topic) {
    return prefix + "." + topic;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(1));
  }
}
