package io.posthorn.server.node;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.server.peer.OwnShards;
import java.util.List;

/** The shards that run on this node, once its engine does. */
record OwnedByEngine(KafkaNode node) implements OwnShards {
  @Override
  public Page read(int shard, Range range) {
    return node.engine().shardScan(shard, range);
  }

  @Override
  public Page values(int shard, List<byte[]> keys) {
    return node.engine().shardValues(shard, keys);
  }
}
