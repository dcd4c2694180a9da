package io.posthorn.kafka.peer;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import java.util.List;

/** The reads that this node serves to other nodes, from its shards and copies of shards. */
public interface LocalShardReader {
  /**
   * A page of a shard's store.
   *
   * @param copy whether a copy of the shard will do
   * @throws ShardUnreachableException if the shard does not run here
   */
  Page read(int shard, boolean copy, Range range);

  /**
   * The values of many keys.
   *
   * @param copy whether a copy of the shard will do
   * @throws ShardUnreachableException if the shard does not run here
   */
  Page values(int shard, boolean copy, List<byte[]> keys);
}
