package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.store.Base32;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.Optional;
import java.util.Set;

/** The sinks of the topology and how they choose partitions. */
final class Sinks {
  static final String SHARDS = "to-shards";
  static final String DIRECTORY = "to-directory";
  static final String REPLIES = "to-replies";
  static final String ATTEMPTS = "to-attempts";
  static final String PARKED = "to-parked";
  static final String INGEST_SHARDS = "ingest-to-shards";
  static final String INGEST_PARKED = "ingest-to-parked";
  static final String REJECTED = "to-rejected";
  static final String EVENTS = "to-events";

  /** {@code msg_}, before the digits of the event's key. */
  private static final int MESSAGE_PREFIX = 4;

  private Sinks() {}

  /** A record key that names its partition. */
  static byte[] partitionKey(int partition) {
    return new ByteWriter(4).u32(partition).toBytes();
  }

  /**
   * Puts records about a message into the partition of the shard that its id names. A task that
   * wrote to all partitions would send a batch to each of them.
   */
  static Optional<Set<Integer>> byMessage(
      String topic, byte[] key, byte[] value, int numberOfPartitions) {
    String digits = new String(key, MESSAGE_PREFIX, Base32.LENGTH_128, US_ASCII);
    return Base32.parse128("", digits, EventKey::new)
        .map(event -> Set.of(event.shard() % numberOfPartitions));
  }

  /** Puts a record into the partition that its key names. */
  static Optional<Set<Integer>> byKey(
      String topic, byte[] key, byte[] value, int numberOfPartitions) {
    return Optional.of(Set.of(new ByteReader(key).u32() % numberOfPartitions));
  }
}
