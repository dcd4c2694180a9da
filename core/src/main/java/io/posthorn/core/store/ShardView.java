package io.posthorn.core.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reading side of a shard's state: ordered keys and values, as bytes.
 *
 * <ul>
 *   <li>Keys are compared as unsigned bytes, from the left; a shorter key comes before its
 *       extensions.
 *   <li>Arrays handed in or out are never changed afterwards by either side.
 * </ul>
 */
public interface ShardView {
  /** The value of a key, or null where there is none. */
  byte @Nullable [] get(byte[] key);

  /**
   * Says which keys will be asked for next: a view that is far from its store fetches them at once
   * instead of one by one.
   */
  default void expect(List<byte[]> keys) {}

  /**
   * Visits the entries from {@code from} (inclusive) to {@code to} (exclusive) in ascending order,
   * until the visitor has seen enough. The visitor must not write to the store.
   */
  void scan(byte[] from, byte[] to, Visitor visitor);

  /** The same range from its end to its start. */
  void scanBack(byte[] from, byte[] to, Visitor visitor);

  /** Sees one entry after another. */
  interface Visitor {
    /** Returns whether to go on. */
    boolean visit(byte[] key, byte[] value);
  }
}
