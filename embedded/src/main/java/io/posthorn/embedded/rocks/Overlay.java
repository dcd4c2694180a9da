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

/** The writes since the last commit. They cover what is stored. */
final class Overlay {
  /** Stands for a key that was removed; told from an empty value by being this very array. */
  private static final byte[] GONE = {};

  /** Of a view that shows committed state only. */
  static final Overlay NONE = new Overlay();

  /** By the first byte of keys, which names their table. */
  private final List<TableWrites> tables = new ArrayList<>();

  private boolean empty = true;

  private Overlay() {}

  static Overlay empty() {
    Overlay overlay = new Overlay();
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

  /** Whether what stands in place of a value says that the key was removed. */
  @SuppressWarnings("ReferenceEquality")
  static boolean isGone(byte[] value) {
    return value == GONE;
  }

  /** The value written, or what {@link #isGone}; null where the key was not touched. */
  byte @Nullable [] get(byte[] key) {
    return empty ? null : tables.get(key[0] & 0xFF).get(key);
  }

  /** The writes of each table, in the order of the tables. */
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

  /** The writes within a range, forwards or back. */
  Iterator<Map.Entry<byte[], byte[]>> within(KeyRange range, boolean back) {
    if (empty) {
      return Collections.emptyIterator();
    }
    var part = inOrder(range).subMap(range.from(), true, range.to(), false);
    return (back ? part.descendingMap() : part).entrySet().iterator();
  }

  /** All that was written to the tables of a range: nearly always to a single one. */
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
