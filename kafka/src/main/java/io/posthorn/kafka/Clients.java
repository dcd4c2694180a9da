package io.posthorn.kafka;

import io.posthorn.kafka.store.SharedRocksMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;

/**
 * How Kafka's clients are set up, each number with its reason. What the operator says comes after
 * our wishes and before what the promises rest on.
 */
final class Clients {
  /** What a forwarded event waits for on its way to another shard. */
  private static final String COMMIT_MILLIS = "100";

  /** Every batch brings a compressor and a header of its own: few large ones cost the least. */
  private static final String BATCH_BYTES = String.valueOf(128 << 10);

  private final NodeSettings settings;

  Clients(NodeSettings settings) {
    this.settings = settings;
  }

  Map<String, Object> admin() {
    return common();
  }

  /** For topics that a node reads by itself, beside its shards. */
  Map<String, Object> reader() {
    Map<String, Object> map = common();
    map.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    map.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    map.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    map.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    map.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return map;
  }

  /** For events and commands: acknowledged by all copies that are in sync. */
  Map<String, Object> producer() {
    Map<String, Object> map = new HashMap<>();
    map.put(ProducerConfig.LINGER_MS_CONFIG, "2"); // callers wait; enough to share a request
    map.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    map.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    map.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "30000");
    map.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000");
    map.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000"); // a caller is told rather than kept
    map.put(ProducerConfig.BUFFER_MEMORY_CONFIG, String.valueOf(128L << 20));
    map.putAll(common());
    map.put(ProducerConfig.ACKS_CONFIG, "all");
    map.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    map.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largestRequest());
    map.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    map.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return map;
  }

  /** For the shards. */
  Properties streams(int copies) {
    Map<String, Object> map = new HashMap<>();
    // Half of what it takes for others to take over: requests stop when the brokers are silent.
    map.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), "10000");
    map.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), "2000");
    map.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
    // Nobody reads what is not committed, and a commit sends all that lingers.
    map.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), COMMIT_MILLIS);
    map.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
    map.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, "60000");
    map.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    map.put(StreamsConfig.POLL_MS_CONFIG, "100"); // less where shards have to do: PacedClients
    map.putAll(common());
    map.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.names().prefix());
    map.put(StreamsConfig.APPLICATION_SERVER_CONFIG, settings.advertisedAddress());
    map.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    map.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDirectory().toString());
    map.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
    map.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, settings.standbys());
    map.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, copies);
    map.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0"); // shards remember by themselves
    map.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, "-1"); // no order between events and commands
    map.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksMemory.class);
    map.put(SharedRocksMemory.BYTES, String.valueOf(settings.storeMemory()));
    map.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), largestRequest());
    Properties properties = new Properties();
    properties.putAll(map);
    return properties;
  }

  private String largestRequest() {
    return String.valueOf(settings.topics().maxMessageBytes());
  }

  private Map<String, Object> common() {
    Map<String, Object> map = new HashMap<>();
    // A broker that comes back is found again soon.
    map.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, "1000");
    map.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, "false");
    map.putAll(settings.clients());
    map.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    return map;
  }
}
