package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;

/**
 * How the endpoints are spread over the shards of an installation: each has one owner, which is the
 * same on every node and for ever. The number of shards is therefore fixed when an installation is
 * made.
 */
public record ShardAssignment(int shards) {
  /** One shard that owns everything, and has nobody to tell anything. */
  public static final ShardAssignment ALONE = new ShardAssignment(1);

  /** An event's key has 16 bits for the shard. */
  private static final int MOST = 1 << 16;

  public ShardAssignment {
    if (shards < 1 || shards > MOST) {
      throw new IllegalArgumentException("1 to " + MOST + " shards, not " + shards);
    }
  }

  /** Whether there is one shard only. */
  public boolean alone() {
    return shards == 1;
  }

  /** The shard that owns an endpoint. The bits of its id are spread already: it is a digest. */
  public int shardOf(EndpointId endpoint) {
    return (int) Long.remainderUnsigned(endpoint.high(), shards);
  }
}
