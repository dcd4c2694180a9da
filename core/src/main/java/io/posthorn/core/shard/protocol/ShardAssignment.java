package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;

/**
 * The assignment of endpoints to the shards of an installation: each has one owner, the same on
 * every node and forever. The number of shards is therefore fixed when an installation is created.
 */
public record ShardAssignment(int shards) {
  /** A single shard that owns everything. */
  public static final ShardAssignment ALONE = new ShardAssignment(1);

  /** An event's key has 16 bits for the shard. */
  private static final int MOST = 1 << 16;

  public ShardAssignment {
    if (shards < 1 || shards > MOST) {
      throw new IllegalArgumentException("1 to " + MOST + " shards, not " + shards);
    }
  }

  /** Returns whether there is one shard only. */
  public boolean alone() {
    return shards == 1;
  }

  /** The shard that owns an endpoint. Its id is a digest, so its bits are already uniform. */
  public int shardOf(EndpointId endpoint) {
    return (int) Long.remainderUnsigned(endpoint.high(), shards);
  }
}
