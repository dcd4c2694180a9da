package io.posthorn.kafka;

import io.posthorn.kafka.task.LocalShards;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of Kafka Streams, as it would make them itself, but for how long its threads wait for
 * records: not beyond the moment when a shard of this node has something to do. Where none has, a
 * thread rests, and an idle node costs next to nothing.
 */
final class PacedClients implements KafkaClientSupplier {
  private final LocalShards localShards;

  PacedClients(LocalShards localShards) {
    this.localShards = localShards;
  }

  @Override
  public Admin getAdmin(Map<String, Object> settings) {
    return Admin.create(settings);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> settings) {
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> settings) {
    return new PacedConsumer(settings, localShards);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> settings) {
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> settings) {
    return getRestoreConsumer(settings);
  }

  /** Waits for records no longer than the shards can wait. */
  private static final class PacedConsumer extends KafkaConsumer<byte[], byte[]> {
    private final LocalShards localShards;

    PacedConsumer(Map<String, Object> settings, LocalShards localShards) {
      super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      this.localShards = localShards;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration longest) {
      Duration rest = localShards.rest();
      return super.poll(rest.compareTo(longest) < 0 ? rest : longest);
    }
  }
}
