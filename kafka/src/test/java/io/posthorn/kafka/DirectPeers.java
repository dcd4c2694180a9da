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
  public byte @Nullable [] get(RemoteShard remote, byte[] key) {
    List<Page.Entry> found = values(remote, List.of(key)).entries();
    return found.isEmpty() ? null : found.getFirst().value();
  }

  @Override
  public Page values(RemoteShard remote, List<byte[]> keys) {
    return node(remote.node()).values(remote.shard(), remote.copy(), keys);
  }

  @Override
  public Page scan(RemoteShard remote, Range range) {
    return node(remote.node()).read(remote.shard(), remote.copy(), range);
  }

  private RunningNode node(String address) {
    RunningNode engine = nodes.get(address);
    if (engine == null) {
      throw new ShardUnreachableException(address, "no such node");
    }
    return engine;
  }
}
