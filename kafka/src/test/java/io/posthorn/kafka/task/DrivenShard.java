package io.posthorn.kafka.task;

import io.posthorn.kafka.store.SharedRocksMemory;
import io.posthorn.kafka.store.SplitView;
import io.posthorn.kafka.store.StorePart;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** One shard's task and the ingest processor in Kafka's topology test driver. */
final class DrivenShard implements AutoCloseable {
  private static final int LARGEST_MESSAGE = 4 << 20;

  private final TopologyTestDriver driver;

  /**
   * A shard with an empty store.
   *
   * @param state its directory; null for memory
   * @param fault an error in reading its stores, or null
   */
  DrivenShard(
      @Nullable Path state, TaskContext host, int number, long wall, @Nullable StoreFault fault) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, host.names().prefix());
    if (state != null) {
      settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
      settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksMemory.class);
    }
    PartitionTopology empty = new PartitionTopology(number, state == null, fault);
    driver =
        new TopologyTestDriver(
            DeliveryTopology.into(empty, host, LARGEST_MESSAGE, 1),
            settings,
            Instant.ofEpochMilli(wall));
  }

  void tick() {
    driver.advanceWallClockTime(ShardProcessor.TICK);
  }

  /** Writes a record, to which the broker gives its time. */
  void pipe(String topic, TestRecord<byte[], byte[]> record, long brokerMillis) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    driver
        .createInputTopic(topic, bytes, bytes)
        .pipeInput(
            new TestRecord<>(
                record.key(),
                record.value(),
                record.headers(),
                Instant.ofEpochMilli(brokerMillis)));
  }

  /** The records written to a topic since the last call. */
  List<TestRecord<byte[], byte[]>> written(String topic) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    return driver.createOutputTopic(PartitionTopology.out(topic), bytes, bytes).readRecordsToList();
  }

  SplitView view() {
    return new SplitView(store(StorePart.STATE), store(StorePart.HISTORY));
  }

  private KeyValueStore<Bytes, byte[]> store(StorePart part) {
    return driver.getKeyValueStore(part.title());
  }

  @Override
  public void close() {
    driver.close();
  }
}
