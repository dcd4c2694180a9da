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
   * The value of a key, or null.
   *
   * @throws ShardUnreachableException if the node does not respond or does not run the shard
   */
  byte @Nullable [] get(String node, int shard, byte[] key);

  /**
   * Reads the values of many keys in one request. A page may end before the last key; it is
   * complete up to the key of its last entry.
   *
   * @throws ShardUnreachableException if the node does not respond or does not run the shard
   */
  Page values(String node, int shard, List<byte[]> keys);

  /**
   * A page of a range.
   *
   * @throws ShardUnreachableException if the node does not respond or does not run the shard
   */
  Page scan(String node, int shard, Range range);
}
