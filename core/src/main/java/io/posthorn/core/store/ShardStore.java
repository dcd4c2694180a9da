package io.posthorn.core.store;

/**
 * The state of one shard, as the shard sees it while it works.
 *
 * <ul>
 *   <li>Reads see the writes made before them, committed or not.
 *   <li>All writes since the last commit become durable together or not at all.
 *   <li>One thread at a time. The shard never commits: whoever runs it does.
 * </ul>
 */
public interface ShardStore extends ShardView {
  void put(byte[] key, byte[] value);

  /** Removes a key; nothing happens where there is none. */
  void delete(byte[] key);
}
