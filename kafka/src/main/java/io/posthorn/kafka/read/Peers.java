package io.posthorn.kafka.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads shards that run on other nodes.
 *
 * <ul>
 *   <li>A node is what it gave as its advertised address.
 *   <li>For any thread; each call ends within seconds.
 * </ul>
 */
public interface Peers {
  /**
   * The value of a key, or null.
   *
   * @throws ShardUnreachableException where the node does not answer, or has not got the shard
   */
  byte @Nullable [] get(String node, int shard, byte[] key);

  /**
   * The values of many keys, asked for together. A page may end before the last key: what it says
   * of those up to the key of its last entry is all there is to say of them.
   *
   * @throws ShardUnreachableException where the node does not answer, or has not got the shard
   */
  Page values(String node, int shard, List<byte[]> keys);

  /**
   * A page of a range.
   *
   * @throws ShardUnreachableException where the node does not answer, or has not got the shard
   */
  Page scan(String node, int shard, Range range);
}
