package io.posthorn.server.settings;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the Kafka engine.
 *
 * @param partitions fixed once the topics exist
 * @param replicationFactor {@link #AUTOMATIC} to choose by the number of brokers
 * @param standbyReplicas how many other nodes keep a copy of each partition's state
 * @param shards where and how the node runs its shards
 * @param maxBacklog the most records that a shard may have to process before events for it are
 *     refused
 * @param maxBacklogBytes the most bytes of such records
 * @param maxClockOffset the largest offset of a node's clock from the brokers'
 * @param advertisedAddress where other nodes reach this one; null for the address it listens on
 * @param client settings of Kafka's own clients, under Kafka's names; secrets among them
 */
public record KafkaSettings(
    List<String> bootstrapServers,
    int partitions,
    int replicationFactor,
    String topicPrefix,
    int standbyReplicas,
    KafkaShardSettings shards,
    long maxBacklog,
    long maxBacklogBytes,
    Duration maxClockOffset,
    @Nullable String advertisedAddress,
    Map<String, String> client) {
  /** Three copies, or as many as there are brokers if there are fewer. */
  public static final int AUTOMATIC = 0;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  static final ValueType<String> KAFKA_NAME =
      ValueType.of(
          "1 to 100 letters, digits, dots, dashes or underscores",
          text -> NAME.matcher(text).matches() ? text : null);

  private static final Setting<List<String>> BOOTSTRAP_SERVERS =
      Setting.optional(
          "kafka.bootstrap-servers",
          ValueType.listOf("a host with a port, such as kafka-1:9092", HostNames::hostAndPort),
          "none",
          "The initial brokers, for engine: kafka.");

  private static final Setting<Integer> PARTITIONS =
      Setting.of(
          "kafka.partitions",
          ValueTypes.whole(1, 2_048),
          "12",
          "The number of partitions of the topics; cannot be changed later.");

  private static final Setting<Integer> REPLICATION_FACTOR =
      Setting.optional(
          "kafka.replication-factor",
          ValueTypes.whole(1, 15),
          "3, or all brokers",
          "The replication factor of the topics; with 1, a lost broker means lost data.");

  private static final Setting<String> TOPIC_PREFIX =
      Setting.of(
          "kafka.topic-prefix",
          KAFKA_NAME,
          "posthorn",
          "The prefix of all topic names, which identifies the installation.");

  private static final Setting<Integer> STANDBY_REPLICAS =
      Setting.of(
          "kafka.standby-replicas",
          ValueTypes.whole(0, 9),
          "1",
          "The number of other nodes that keep a copy of each partition's state, for fast"
              + " failover.");

  private static final Setting<Long> MAX_BACKLOG =
      Setting.of(
          "kafka.max-backlog",
          ValueTypes.wholeLong(1, 1_000_000_000_000L),
          "100000",
          "The most records that a shard may have to process before events for it are refused.");

  private static final Setting<Long> MAX_BACKLOG_BYTES =
      Setting.of(
          "kafka.max-backlog-bytes",
          ValueTypes.size(1 << 20),
          "256MiB",
          "The most bytes of records that a shard may have to process before events for it are refused.");

  private static final Setting<Duration> MAX_CLOCK_OFFSET =
      Setting.of(
          "kafka.max-clock-offset",
          ValueTypes.duration("1s", "1h"),
          "5s",
          "The largest difference between a node's clock and the brokers' clocks. While it is"
              + " larger, the node does not use its own clock.");

  static final Setting<String> ADVERTISED_ADDRESS =
      Setting.optional(
          "kafka.advertised-address",
          ValueType.of("a host with a port, such as node-1:8080", HostNames::hostAndPort),
          "http.host with http.port",
          "The address at which other nodes reach this one.");

  static final List<Setting<?>> ALL =
      List.of(
          BOOTSTRAP_SERVERS,
          PARTITIONS,
          REPLICATION_FACTOR,
          TOPIC_PREFIX,
          STANDBY_REPLICAS,
          KafkaShardSettings.RACK,
          KafkaShardSettings.WARMUP_REPLICAS,
          KafkaShardSettings.RECOVERY_LAG,
          KafkaShardSettings.THREADS,
          KafkaShardSettings.STORE_MEMORY,
          MAX_BACKLOG,
          MAX_BACKLOG_BYTES,
          MAX_CLOCK_OFFSET,
          ADVERTISED_ADDRESS);

  public KafkaSettings {
    bootstrapServers = List.copyOf(bootstrapServers);
    client = Map.copyOf(client);
  }

  static KafkaSettings of(Values values) {
    List<String> servers = values.find(BOOTSTRAP_SERVERS);
    Integer replication = values.find(REPLICATION_FACTOR);
    return new KafkaSettings(
        servers == null ? List.of() : servers,
        values.get(PARTITIONS),
        replication == null ? AUTOMATIC : replication,
        values.get(TOPIC_PREFIX),
        values.get(STANDBY_REPLICAS),
        KafkaShardSettings.of(values),
        values.get(MAX_BACKLOG),
        values.get(MAX_BACKLOG_BYTES),
        values.get(MAX_CLOCK_OFFSET),
        values.find(ADVERTISED_ADDRESS),
        client(values));
  }

  private static Map<String, String> client(Values values) {
    Map<String, String> client = new LinkedHashMap<>();
    for (Setting<String> setting : KafkaClientSettings.ALL) {
      String value = values.find(setting);
      if (value != null) {
        client.put(setting.key().substring(KafkaClientSettings.PREFIX.length()), value);
      }
    }
    return client;
  }

  /** Refuses Kafka settings with the embedded engine, which would ignore them. */
  static void refuseOn(Values values) {
    if (values.isSet(BOOTSTRAP_SERVERS)) {
      throw values.refused(
          BOOTSTRAP_SERVERS, "it only applies to engine: kafka; set that too, or remove it");
    }
    for (Setting<String> setting : KafkaClientSettings.ALL) {
      if (values.isSet(setting)) {
        throw values.refused(
            setting, "it only applies to engine: kafka; set that too, or remove it");
      }
    }
  }

  static void require(Values values) {
    List<String> servers = values.find(BOOTSTRAP_SERVERS);
    if (servers == null || servers.isEmpty()) {
      throw values.refused(
          Settings.ENGINE, "kafka needs kafka.bootstrap-servers, such as kafka-1:9092");
    }
  }

  /** Omits {@code client}, which may contain secrets. */
  @Override
  public String toString() {
    return "KafkaSettings[" + bootstrapServers + ", " + client.keySet() + "]";
  }
}
