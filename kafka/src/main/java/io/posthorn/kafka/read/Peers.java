package io.posthorn.kafka.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The port through which this node reads the shards of other nodes.
 *
 * <ul>
 *   <li>Nodes are named by their advertised address.
 *   <li>Thread-safe; each call ends within seconds.
 * </ul>
 */
public interface Peers {
  /**
   * A shard at another node.
   *
   * @param copy whether a copy will do: the shard may run elsewhere, or be on its way
   */
  record RemoteShard(String node, int shard, boolean copy) {}

  /**
   * The value of a key, or null.
   *
   * @throws ShardUnreachableException if the node does not respond or does not have the shard
   */
  byte @Nullable [] get(RemoteShard remote, byte[] key);

  /**
   * Reads the values of many keys in one request. A page may end before the last key; it is
   * complete up to the key of its last entry.
   *
   * @throws ShardUnreachableException if the node does not respond or does not have the shard
   */
  Page values(RemoteShard remote, List<byte[]> keys);

  /**
   * A page of a range.
   *
   * @throws ShardUnreachableException if the node does not respond or does not have the shard
   */
  Page scan(RemoteShard remote, Range range);
}
