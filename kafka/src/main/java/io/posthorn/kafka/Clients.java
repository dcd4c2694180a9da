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
 * The configuration of the Kafka clients, each number with its reason. Operator settings override
 * defaults, but not what delivery guarantees depend on.
 */
final class Clients {
  /** Delays events on their way to another shard, so it is short. */
  private static final String COMMIT_MILLIS = "100";

  /** Each batch has its own compressor and header, so few large batches cost the least. */
  private static final String BATCH_BYTES = String.valueOf(128 << 10);

  /**
   * Events are text, of which Zstandard keeps less than LZ4: on the way to a shard, in its
   * changelog, and on each replica of both. Higher levels save little more.
   */
  private static final Map<String, Object> COMPRESSION =
      Map.of(
          ProducerConfig.COMPRESSION_TYPE_CONFIG,
          "zstd",
          ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG,
          "1");

  /**
   * A node that is silent for this long has left. Longer than the time after which a cut-off node
   * stops sending (BrokerConnectivity), so that two nodes do not send for one shard; and the least
   * that brokers allow.
   */
  static final String SESSION_MILLIS = "6000";

  /** Three of them may be lost. */
  static final String HEARTBEAT_MILLIS = "1500";

  private static final String RACK_TAG = "rack";

  private final NodeSettings settings;

  Clients(NodeSettings settings) {
    this.settings = settings;
  }

  Map<String, Object> admin() {
    return common();
  }

  /** Consumer settings of topic readers. */
  Map<String, Object> reader() {
    Map<String, Object> map = common();
    map.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    map.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    map.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // A topic that brokers create for a reader has the wrong configuration.
    map.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    map.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    map.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return map;
  }

  /** Producer settings of events and commands: acknowledged by all in-sync replicas. */
  Map<String, Object> producer() {
    Map<String, Object> map = new HashMap<>();
    map.put(
        ProducerConfig.LINGER_MS_CONFIG, "2"); // short, because callers wait; long enough to batch
    map.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    map.putAll(COMPRESSION);
    map.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "30000");
    map.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000");
    map.put(
        ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000"); // fail the call rather than block the caller
    map.put(ProducerConfig.BUFFER_MEMORY_CONFIG, String.valueOf(128L << 20));
    map.putAll(common());
    map.put(ProducerConfig.ACKS_CONFIG, "all");
    map.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    map.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largestRequest());
    map.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    map.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return map;
  }

  /** Streams settings of the shards. */
  Properties streams(int copies) {
    Map<String, Object> map = new HashMap<>();
    map.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MILLIS);
    map.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
        HEARTBEAT_MILLIS);
    COMPRESSION.forEach((name, value) -> map.put(StreamsConfig.producerPrefix(name), value));
    // Readers see committed records only, and a commit flushes the batches.
    map.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), COMMIT_MILLIS);
    map.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
    map.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, "60000");
    map.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    map.put(
        StreamsConfig.POLL_MS_CONFIG,
        "100"); // shorter while shards are busy: PollPacingClientSupplier
    map.putAll(common());
    map.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.names().prefix());
    map.put(StreamsConfig.APPLICATION_SERVER_CONFIG, settings.advertisedAddress());
    map.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    map.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDirectory().toString());
    map.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
    map.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, settings.standbys());
    map.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, settings.placement().warmups());
    map.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, settings.placement().recoveryLag());
    String rack = settings.placement().rack();
    if (rack != null) {
      map.put(StreamsConfig.clientTagPrefix(RACK_TAG), rack);
      map.put(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG, RACK_TAG);
    }
    map.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, copies);
    map.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0"); // shards keep their own cache
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
    // Reconnects soon after a broker comes back.
    map.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, "1000");
    map.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, "false");
    if (settings.placement().rack() != null) { // consumers read from the nearest replica
      map.put(CommonClientConfigs.CLIENT_RACK_CONFIG, settings.placement().rack());
    }
    map.putAll(settings.clients());
    map.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    return map;
  }
}
