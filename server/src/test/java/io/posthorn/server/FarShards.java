package io.posthorn.server;

import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ShardView;
import io.posthorn.kafka.log.DirectoryEntries;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Peers;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ReadingRoom;
import io.posthorn.kafka.read.ShardMap;
import io.posthorn.kafka.read.ShardUnreachableException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Shards that all run on other nodes, each on one of its own.
 *
 * @param lost those whose node does not answer
 * @param questions counts how often a node was asked
 */
record FarShards(List<? extends ShardView> stores, Set<Integer> lost, AtomicInteger questions)
    implements ShardMap, Peers {
  private static final byte[] FIRST = {0};
  private static final byte[] LAST = {(byte) 0xFF};

  /** Where a node reads them, which has no patience with those that are lost. */
  ReadingRoom room() {
    return new ReadingRoom(
        new ShardAssignment(stores.size()), directory(), this, this, Duration.ZERO);
  }

  /** What every node knows, even if the shard that it came from is lost. */
  private DirectoryEntries directory() {
    DirectoryEntries known = new DirectoryEntries();
    // Backwards: what several shards have is taken from the first.
    for (ShardView store : stores.reversed()) {
      store.scan(
          FIRST,
          LAST,
          (key, value) -> {
            if (DirectoryEntries.holds(key)) {
              known.apply(key, value);
            }
            return true;
          });
    }
    return known;
  }

  @Override
  public @Nullable ShardView here(int shard) {
    return null;
  }

  @Override
  public String node(int shard) {
    return ShardedEngine.node(shard);
  }

  @Override
  public byte @Nullable [] get(String node, int shard, byte[] key) {
    return reached(shard).get(key);
  }

  @Override
  public Page values(String node, int shard, List<byte[]> keys) {
    return Page.of(reached(shard), keys);
  }

  @Override
  public Page scan(String node, int shard, Range range) {
    return range.read(reached(shard));
  }

  private ShardView reached(int shard) {
    questions.incrementAndGet();
    if (lost.contains(shard)) {
      throw new ShardUnreachableException(node(shard), "it is lost");
    }
    return stores.get(shard);
  }
}
