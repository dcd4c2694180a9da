package io.posthorn.kafka.peer;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import java.util.List;

/** The shards of this node, as other nodes read them. */
public interface LocalShardReader {
  /**
   * A page of a shard's store.
   *
   * @throws ShardUnreachableException where it is not here
   */
  Page read(int shard, Range range);

  /**
   * The values of many keys.
   *
   * @throws ShardUnreachableException where it is not here
   */
  Page values(int shard, List<byte[]> keys);
}
