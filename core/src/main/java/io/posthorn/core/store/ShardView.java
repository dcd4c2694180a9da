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
  /** The value of a key, or null if there is none. */
  byte @Nullable [] get(byte[] key);

  /**
   * Hints which keys will be read next, so that a remote view can fetch them together instead of
   * one by one.
   */
  default void expect(List<byte[]> keys) {}

  /**
   * Visits the entries from {@code from} (inclusive) to {@code to} (exclusive) in ascending order,
   * until the visitor stops. The visitor must not write to the store.
   */
  void scan(byte[] from, byte[] to, Visitor visitor);

  /** The same range from its end to its start. */
  void scanBack(byte[] from, byte[] to, Visitor visitor);

  /** Visits one entry after another. */
  interface Visitor {
    /** Returns whether to continue. */
    boolean visit(byte[] key, byte[] value);
  }
}
