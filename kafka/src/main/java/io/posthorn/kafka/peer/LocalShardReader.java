package io.posthorn.kafka.peer;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import java.util.List;

/** The reads that this node serves to other nodes, from the shards that run here. */
public interface LocalShardReader {
  /**
   * A page of a shard's store.
   *
   * @throws ShardUnreachableException if the shard does not run here
   */
  Page read(int shard, Range range);

  /**
   * The values of many keys.
   *
   * @throws ShardUnreachableException if the shard does not run here
   */
  Page values(int shard, List<byte[]> keys);
}
