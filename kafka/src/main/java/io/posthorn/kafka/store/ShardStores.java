package io.posthorn.kafka.store;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Builders of a shard's state stores and their changelogs. */
public final class ShardStores {
  private ShardStores() {}

  /**
   * One of the two stores.
   *
   * @param maxMessageBytes the largest record that its changelog takes
   * @param minInSync in-sync replicas that a changelog write needs
   */
  public static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(
      StorePart part, int maxMessageBytes, int minInSync) {
    Map<String, String> changelog = new TreeMap<>();
    changelog.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(maxMessageBytes));
    changelog.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, String.valueOf(minInSync));
    changelog.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
    // Most keys live for seconds: frequent compaction makes restores quick.
    changelog.put(TopicConfig.SEGMENT_BYTES_CONFIG, String.valueOf(64 << 20));
    changelog.put(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.3");
    // A tombstone can go once every standby has read it.
    changelog.put(TopicConfig.DELETE_RETENTION_MS_CONFIG, "3600000");
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(part.title()), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(changelog);
  }
}
