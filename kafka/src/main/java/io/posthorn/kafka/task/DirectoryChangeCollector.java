package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.store.WriteObserver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The collector of the writes of a shard that belong in the directory. A subscription is published
 * by the shard that owns its endpoint; everything else by the first shard only, although other
 * shards keep copies.
 */
final class DirectoryChangeCollector implements WriteObserver {
  private final int shard;
  private final ShardAssignment assignment;
  private List<Entry> noted = new ArrayList<>();

  /** A directory change; a null value removes the key. */
  record Entry(byte[] key, byte @Nullable [] value) {}

  DirectoryChangeCollector(int shard, ShardAssignment assignment) {
    this.shard = shard;
    this.assignment = assignment;
  }

  @Override
  public void changes(byte[] key, byte @Nullable [] value, Before before) {
    if (DirectoryEntries.holds(key) && mine(key, value == null ? before.get(key) : value)) {
      noted.add(new Entry(key, value));
    }
  }

  private boolean mine(byte[] key, byte @Nullable [] value) {
    if (key[0] != Table.SUBSCRIPTION.number()) {
      return shard == 0;
    }
    return value != null
        && assignment.shardOf(SubscriptionCodec.decode(value).endpointId()) == shard;
  }

  /** Takes the changes since the last call. */
  List<Entry> take() {
    if (noted.isEmpty()) {
      return List.of();
    }
    List<Entry> taken = noted;
    noted = new ArrayList<>();
    return taken;
  }
}
