package io.posthorn.embedded.rocks;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The writes since the last commit, in the order of their keys. They cover what is stored. */
final class Overlay {
  /** Stands for a key that was removed; told from an empty value by being this very array. */
  private static final byte[] GONE = {};

  /** Of a view that shows committed state only. */
  static final Overlay NONE = new Overlay(Collections.emptyNavigableMap());

  private final NavigableMap<byte[], byte[]> writes;

  private Overlay(NavigableMap<byte[], byte[]> writes) {
    this.writes = writes;
  }

  static Overlay empty() {
    return new Overlay(new TreeMap<>(Arrays::compareUnsigned));
  }

  void put(byte[] key, byte[] value) {
    writes.put(key, value);
  }

  void remove(byte[] key) {
    writes.put(key, GONE);
  }

  /** Whether what stands in place of a value says that the key was removed. */
  @SuppressWarnings("ReferenceEquality")
  static boolean isGone(byte[] value) {
    return value == GONE;
  }

  /** The value written, or what {@link #isGone}; null where the key was not touched. */
  byte @Nullable [] get(byte[] key) {
    return writes.isEmpty() ? null : writes.get(key);
  }

  Map<byte[], byte[]> writes() {
    return writes;
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  void clear() {
    writes.clear();
  }

  /** The writes within a range, forwards or back. */
  Iterator<Map.Entry<byte[], byte[]>> within(KeyRange range, boolean back) {
    if (writes.isEmpty()) {
      return Collections.emptyIterator();
    }
    var part = writes.subMap(range.from(), true, range.to(), false);
    return (back ? part.descendingMap() : part).entrySet().iterator();
  }
}
