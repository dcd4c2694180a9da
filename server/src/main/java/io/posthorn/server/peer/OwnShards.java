package io.posthorn.server.peer;

import io.posthorn.core.store.ShardView;
import java.util.Optional;
import java.util.function.Function;

/** The shards that this node has, for others to read. */
@FunctionalInterface
public interface OwnShards {
  /** Reads a shard's store; nothing where it is not here. */
  Optional<PeerPage> read(int shard, Function<ShardView, PeerPage> reader);
}
