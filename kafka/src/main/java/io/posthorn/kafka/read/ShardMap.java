package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The current location of each shard and its copies. */
public interface ShardMap {
  /** The shard's store if the shard runs here, or null. */
  @Nullable ShardView here(int shard);

  /** The advertised address of the node that runs the shard; null if unknown. */
  @Nullable String node(int shard);

  /**
   * The store of a copy of the shard on this node, if it lags little enough to take over; null
   * otherwise.
   */
  @Nullable ShardView copyHere(int shard);

  /** The advertised addresses of other nodes that may have a copy of the shard. */
  List<String> copies(int shard);
}
