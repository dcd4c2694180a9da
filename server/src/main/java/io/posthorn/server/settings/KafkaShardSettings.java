package io.posthorn.server.settings;

import org.jspecify.annotations.Nullable;

/**
 * The settings of how a Kafka node runs its shards.
 *
 * @param rack the rack or zone of the node; null for none
 * @param warmupReplicas copies that may be built at once so that shards can move to them
 * @param recoveryLag the records by which a copy may lag and still take over
 * @param threads null for as many as there are processors, 8 at most
 * @param storeMemory in bytes; null for an eighth of the memory, 256 MiB at most
 */
public record KafkaShardSettings(
    @Nullable String rack,
    int warmupReplicas,
    long recoveryLag,
    @Nullable Integer threads,
    @Nullable Long storeMemory) {
  static final Setting<String> RACK =
      Setting.optional(
          "kafka.rack",
          KafkaSettings.KAFKA_NAME,
          "none",
          "The rack or zone of this node; standby copies are placed in others.");

  static final Setting<Integer> WARMUP_REPLICAS =
      Setting.of(
          "kafka.warmup-replicas",
          ValueTypes.whole(1, 100),
          "2",
          "The number of copies that are built at once so that shards can move to them.");

  static final Setting<Long> RECOVERY_LAG =
      Setting.of(
          "kafka.recovery-lag",
          ValueTypes.wholeLong(0, 1_000_000_000_000L),
          "10000",
          "The number of records by which a copy may lag and still take over.");

  static final Setting<Integer> THREADS =
      Setting.optional(
          "kafka.threads",
          ValueTypes.whole(1, 256),
          "one for each processor, 8 at most",
          "The number of threads that run shards.");

  static final Setting<Long> STORE_MEMORY =
      Setting.optional(
          "kafka.store-memory",
          ValueTypes.size(16 << 20),
          "256MiB, or an eighth of the memory",
          "The memory of all stores of this node, outside the heap.");

  static KafkaShardSettings of(Values values) {
    return new KafkaShardSettings(
        values.find(RACK),
        values.get(WARMUP_REPLICAS),
        values.get(RECOVERY_LAG),
        values.find(THREADS),
        values.find(STORE_MEMORY));
  }
}
