package io.posthorn.kafka;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Peers;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Peers in one process that call each other directly. */
final class DirectPeers implements Peers {
  private final Map<String, RunningNode> nodes = new ConcurrentHashMap<>();

  void add(String address, RunningNode engine) {
    nodes.put(address, engine);
  }

  void remove(String address) {
    nodes.remove(address);
  }

  @Override
  public byte @Nullable [] get(String node, int shard, byte[] key) {
    return node(node).shardGet(shard, key);
  }

  @Override
  public Page values(String node, int shard, List<byte[]> keys) {
    return node(node).values(shard, keys);
  }

  @Override
  public Page scan(String node, int shard, Range range) {
    return node(node).read(shard, range);
  }

  private RunningNode node(String address) {
    RunningNode engine = nodes.get(address);
    if (engine == null) {
      throw new ShardUnreachableException(address, "no such node");
    }
    return engine;
  }
}
