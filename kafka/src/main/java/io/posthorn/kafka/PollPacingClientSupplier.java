package io.posthorn.kafka;

import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.directory.FetchResponses;
import io.posthorn.kafka.task.LocalShards;
import io.posthorn.kafka.task.RecordGroups;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The factory of Kafka Streams' clients. Their polls end when a shard of this node has work to do,
 * so shards are punctual and the threads of an idle node sleep. Each response to a poll counts as
 * contact with the brokers.
 */
final class PollPacingClientSupplier implements KafkaClientSupplier {
  /** Well below the timeout of a transaction (10 s), which stays open meanwhile. */
  private static final Duration MOVE_DRAIN = Duration.ofSeconds(3);

  private final LocalShards localShards;
  private final String grouped;
  private final BrokerConnectivity contact;

  /**
   * The factory.
   *
   * @param grouped the topic whose records are processed in groups
   */
  PollPacingClientSupplier(LocalShards localShards, String grouped, BrokerConnectivity contact) {
    this.localShards = localShards;
    this.grouped = grouped;
    this.contact = contact;
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
    return new PacedConsumer(settings, localShards, grouped, contact);
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
    private final FetchResponses responses;

    /**
     * A listener that records what is in flight before a shard leaves this node. Afterwards Streams
     * commits, and closes the task.
     */
    private final class DrainingListener implements ConsumerRebalanceListener {
      private final ConsumerRebalanceListener streams;

      DrainingListener(ConsumerRebalanceListener streams) {
        this.streams = streams;
      }

      @Override
      public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        localShards.drain(
            partitions.stream()
                .filter(partition -> partition.topic().equals(grouped))
                .map(TopicPartition::partition)
                .toList(),
            MOVE_DRAIN);
        streams.onPartitionsRevoked(partitions);
      }

      @Override
      public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        streams.onPartitionsAssigned(partitions);
      }

      @Override
      public void onPartitionsLost(Collection<TopicPartition> partitions) {
        streams.onPartitionsLost(partitions);
      }
    }

    PacedConsumer(
        Map<String, Object> settings,
        LocalShards localShards,
        String grouped,
        BrokerConnectivity contact) {
      super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      this.localShards = localShards;
      this.grouped = grouped;
      responses = new FetchResponses(this, contact);
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
      super.subscribe(topics, new DrainingListener(listener));
    }

    @Override
    public void subscribe(Pattern topics, ConsumerRebalanceListener listener) {
      super.subscribe(topics, new DrainingListener(listener));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration longest) {
      Duration rest = localShards.rest();
      ConsumerRecords<byte[], byte[]> records =
          super.poll(rest.compareTo(longest) < 0 ? rest : longest);
      responses.check();
      return RecordGroups.group(records, grouped);
    }
  }
}
