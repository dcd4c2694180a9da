package io.posthorn.core.store;

import java.util.List;

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

  /**
   * Removes all keys of a range, within one table. A store on table files drops the files inside
   * the range, instead of writing the removal of each key and merging it with its file.
   *
   * @param from the start, inclusive
   * @param to the end, exclusive
   * @param keys every key that the range holds, for a store that removes keys one by one
   */
  default void deleteRange(byte[] from, byte[] to, List<byte[]> keys) {
    keys.forEach(this::delete);
  }
}
