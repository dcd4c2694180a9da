package io.posthorn.embedded.rocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The uncommitted writes, which hide stored entries. */
final class UncommittedWrites {
  /** Marks a removed key; compared by identity, so it differs from an empty value. */
  private static final byte[] GONE = {};

  /** The overlay of views on committed state. */
  static final UncommittedWrites NONE = new UncommittedWrites();

  /** By the first byte of the key, which is its table. */
  private final List<TableWrites> tables = new ArrayList<>();

  private boolean empty = true;

  private UncommittedWrites() {}

  static UncommittedWrites empty() {
    UncommittedWrites overlay = new UncommittedWrites();
    for (int firstByte = 0; firstByte < 256; firstByte++) {
      overlay.tables.add(new TableWrites());
    }
    return overlay;
  }

  void put(byte[] key, byte[] value) {
    tables.get(key[0] & 0xFF).put(key, value);
    empty = false;
  }

  void remove(byte[] key) {
    put(key, GONE);
  }

  /** Returns whether a value marks a removed key. */
  @SuppressWarnings("ReferenceEquality")
  static boolean isGone(byte[] value) {
    return value == GONE;
  }

  /**
   * The value written, or the removal marker ({@link #isGone}); null if the key was not written.
   */
  byte @Nullable [] get(byte[] key) {
    return empty ? null : tables.get(key[0] & 0xFF).get(key);
  }

  /** The writes of each table, in table order. */
  List<TableWrites> tables() {
    return tables;
  }

  boolean isEmpty() {
    return empty;
  }

  void clear() {
    tables.forEach(TableWrites::clear);
    empty = true;
  }

  /** The writes in a range, forwards or backwards. */
  Iterator<Map.Entry<byte[], byte[]>> within(KeyRange range, boolean back) {
    if (empty) {
      return Collections.emptyIterator();
    }
    var part = inOrder(range).subMap(range.from(), true, range.to(), false);
    return (back ? part.descendingMap() : part).entrySet().iterator();
  }

  /** All writes to the tables of a range, nearly always a single one. */
  private NavigableMap<byte[], byte[]> inOrder(KeyRange range) {
    int first = range.firstTable();
    int last = range.lastTable();
    if (first == last) {
      return tables.get(first).inOrder();
    }
    NavigableMap<byte[], byte[]> several = new TreeMap<>(Arrays::compareUnsigned);
    tables.subList(first, last + 1).forEach(table -> several.putAll(table.inOrder()));
    return several;
  }
}
