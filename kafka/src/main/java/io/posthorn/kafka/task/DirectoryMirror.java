package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.store.Mirror;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes what a shard writes that every node must know. A subscription is told by the shard that
 * owns its endpoint, and not by one that it has left; all else by the first shard alone, whatever
 * copies others keep.
 */
final class DirectoryMirror implements Mirror {
  private final int shard;
  private final ShardAssignment assignment;
  private List<Entry> noted = new ArrayList<>();

  /** A change of the directory; a value of null removes the key. */
  record Entry(byte[] key, byte @Nullable [] value) {}

  DirectoryMirror(int shard, ShardAssignment assignment) {
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

  /** What was noted since the last time. */
  List<Entry> take() {
    if (noted.isEmpty()) {
      return List.of();
    }
    List<Entry> taken = noted;
    noted = new ArrayList<>();
    return taken;
  }
}
