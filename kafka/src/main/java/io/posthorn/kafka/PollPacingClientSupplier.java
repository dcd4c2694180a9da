package io.posthorn.kafka;

import io.posthorn.kafka.task.LocalShards;
import io.posthorn.kafka.task.RecordGroups;
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
 * The factory of Kafka Streams' clients. Their polls end when a shard of this node has work to do,
 * so shards are punctual and the threads of an idle node sleep.
 */
final class PollPacingClientSupplier implements KafkaClientSupplier {
  private final LocalShards localShards;
  private final String grouped;

  /**
   * The factory.
   *
   * @param grouped the topic whose records are processed in groups
   */
  PollPacingClientSupplier(LocalShards localShards, String grouped) {
    this.localShards = localShards;
    this.grouped = grouped;
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
    return new PacedConsumer(settings, localShards, grouped);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> settings) {
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> settings) {
    return getRestoreConsumer(settings);
  }

  /**
   * A consumer that bounds its poll timeout by the shards' next due work, and groups the records of
   * a topic.
   */
  private static final class PacedConsumer extends KafkaConsumer<byte[], byte[]> {
    private final LocalShards localShards;
    private final String grouped;

    PacedConsumer(Map<String, Object> settings, LocalShards localShards, String grouped) {
      super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      this.localShards = localShards;
      this.grouped = grouped;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration longest) {
      Duration rest = localShards.rest();
      return RecordGroups.group(super.poll(rest.compareTo(longest) < 0 ? rest : longest), grouped);
    }
  }
}
