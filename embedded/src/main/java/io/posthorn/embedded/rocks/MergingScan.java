package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ShardView;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * A scan that merges stored entries with uncommitted writes: written entries replace stored ones,
 * and removed entries and ranges are skipped.
 */
final class MergingScan {
  private final RocksIterator stored;
  private final RemovedRanges removed;
  private final Iterator<Map.Entry<byte[], byte[]>> written;
  private final boolean back;
  private byte @Nullable [] storedKey;
  private Map.@Nullable Entry<byte[], byte[]> next;

  /**
   * Starts a walk.
   *
   * @param stored positioned at the first entry and bounded to the range
   */
  MergingScan(
      RocksIterator stored,
      RemovedRanges removed,
      Iterator<Map.Entry<byte[], byte[]>> written,
      boolean back) {
    this.stored = stored;
    this.removed = removed;
    this.written = written;
    this.back = back;
    storedKey = nextStored();
    next = written.hasNext() ? written.next() : null;
  }

  /** Visits all entries; false if the visitor stopped early. */
  boolean show(ShardView.Visitor visitor) throws RocksDBException {
    while (storedKey != null || next != null) {
      if (!step(visitor)) {
        return false;
      }
    }
    stored.status(); // an iterator that hit damage ends early and reports it only here
    return true;
  }

  private boolean step(ShardView.Visitor visitor) {
    byte[] key = storedKey;
    Map.Entry<byte[], byte[]> entry = next;
    if (key != null && (entry == null || isBefore(key, entry.getKey()))) {
      if (!visitor.visit(key, stored.value())) {
        return false; // without advancing, which may skip many tombstones
      }
      advanceStored();
      return true;
    }
    if (entry == null) {
      return true;
    }
    if (key != null && Arrays.equals(key, entry.getKey())) {
      advanceStored();
    }
    next = written.hasNext() ? written.next() : null;
    return UncommittedWrites.isGone(entry.getValue())
        || visitor.visit(entry.getKey(), entry.getValue());
  }

  private boolean isBefore(byte[] key, byte[] other) {
    int order = Arrays.compareUnsigned(key, other);
    return back ? order > 0 : order < 0;
  }

  private void advanceStored() {
    if (back) {
      stored.prev();
    } else {
      stored.next();
    }
    storedKey = nextStored();
  }

  /** The entry that the iterator is at, or the next one outside the removed ranges. */
  private byte @Nullable [] nextStored() {
    byte[] key = stored.isValid() ? stored.key() : null;
    Map.Entry<byte[], byte[]> range = key == null ? null : removed.around(key);
    while (range != null) {
      if (back) {
        stored.seekForPrev(range.getKey());
        if (stored.isValid() && Arrays.equals(stored.key(), range.getKey())) {
          stored.prev();
        }
      } else {
        stored.seek(range.getValue());
      }
      key = stored.isValid() ? stored.key() : null;
      range = key == null ? null : removed.around(key);
    }
    return key;
  }
}
