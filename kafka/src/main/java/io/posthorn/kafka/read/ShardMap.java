package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import org.jspecify.annotations.Nullable;

/** The current location of each shard. */
public interface ShardMap {
  /** The shard's store if the shard runs here, or null. */
  @Nullable ShardView here(int shard);

  /** The advertised address of the node that runs the shard; null if unknown. */
  @Nullable String node(int shard);
}
