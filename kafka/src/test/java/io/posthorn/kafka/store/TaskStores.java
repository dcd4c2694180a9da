package io.posthorn.kafka.store;

import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/** The state stores of an idle task, on disk, without a broker. */
public final class TaskStores implements AutoCloseable {
  private final TopologyTestDriver driver;

  private TaskStores(TopologyTestDriver driver) {
    this.driver = driver;
  }

  /** Empty stores below a directory. */
  public static TaskStores open(Path directory) {
    Topology topology = new Topology();
    topology.addSource(
        "in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "posthorn.shards");
    topology.addProcessor("idle", Idle::new, "in");
    for (StorePart part : StorePart.values()) {
      topology.addStateStore(ShardStores.builder(part, 4 << 20, 1), "idle");
    }
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "posthorn");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksMemory.class);
    return new TaskStores(new TopologyTestDriver(topology, settings));
  }

  /** The shard's store on them. */
  public KafkaShardStore store(WriteObserver observer) {
    return new KafkaShardStore(part(StorePart.STATE), part(StorePart.HISTORY), observer);
  }

  private KeyValueStore<Bytes, byte[]> part(StorePart part) {
    return driver.getKeyValueStore(part.title());
  }

  @Override
  public void close() {
    driver.close();
  }

  private static final class Idle implements Processor<byte[], byte[], byte[], byte[]> {
    @Override
    public void process(Record<byte[], byte[]> record) {}
  }
}
