package io.posthorn.core.store;

/**
 * The store of one shard, as seen by the shard itself.
 *
 * <ul>
 *   <li>Reads see the writes made before them, committed or not.
 *   <li>All writes since the last commit become durable together or not at all.
 *   <li>One thread at a time. The shard never commits; its host does.
 * </ul>
 */
public interface ShardStore extends ShardView {
  void put(byte[] key, byte[] value);

  /** Removes a key; no effect if it is absent. */
  void delete(byte[] key);
}
