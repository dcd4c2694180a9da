package io.posthorn.kafka.shard;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.Optional;
import java.util.Set;

/** Where records of a task leave the topology. */
final class Sinks {
  static final String SHARDS = "to-shards";
  static final String INTAKE = "to-intake";
  static final String DIRECTORY = "to-directory";
  static final String ANSWERS = "to-answers";
  static final String ATTEMPTS = "to-attempts";
  static final String DOOR_INTAKE = "door-to-intake";
  static final String REJECTED = "to-rejected";

  private Sinks() {}

  /** A record's key that says its partition. */
  static byte[] partitionKey(int partition) {
    return new ByteWriter(4).u32(partition).toBytes();
  }

  /** Puts a record where its key says. */
  static Optional<Set<Integer>> byKey(
      String topic, byte[] key, byte[] value, int numberOfPartitions) {
    return Optional.of(Set.of(new ByteReader(key).u32() % numberOfPartitions));
  }
}
