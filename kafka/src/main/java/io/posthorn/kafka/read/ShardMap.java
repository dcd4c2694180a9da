package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import org.jspecify.annotations.Nullable;

/** Where the shards are at the moment. */
public interface ShardMap {
  /** The shard's store if it runs here, or null. */
  @Nullable ShardView here(int shard);

  /** The node that has it, by its advertised address; null where nobody is known to have it. */
  @Nullable String node(int shard);
}
