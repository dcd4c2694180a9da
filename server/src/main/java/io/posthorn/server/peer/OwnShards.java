package io.posthorn.server.peer;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;

/** The shards that this node has, for others to read. */
@FunctionalInterface
public interface OwnShards {
  /**
   * A page of a shard's store.
   *
   * @throws ShardUnreachableException where it is not here
   */
  Page read(int shard, Range range);
}
