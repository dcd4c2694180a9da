package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ShardView;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Walks over what is stored and what was written since as if it were one: written entries stand in
 * the place of the stored ones they cover, removed ones are left out.
 */
final class RangeWalk {
  private final RocksIterator stored;
  private final Iterator<Map.Entry<byte[], byte[]>> written;
  private final boolean back;
  private byte @Nullable [] storedKey;
  private Map.@Nullable Entry<byte[], byte[]> next;

  /**
   * Begins a walk.
   *
   * @param stored stands at the first entry of the range, and ends with it
   */
  RangeWalk(RocksIterator stored, Iterator<Map.Entry<byte[], byte[]>> written, boolean back) {
    this.stored = stored;
    this.written = written;
    this.back = back;
    storedKey = stored.isValid() ? stored.key() : null;
    next = written.hasNext() ? written.next() : null;
  }

  /** Goes on to the end; false where the visitor has seen enough before. */
  boolean show(ShardView.Visitor visitor) throws RocksDBException {
    while (storedKey != null || next != null) {
      if (!step(visitor)) {
        return false;
      }
    }
    stored.status(); // an iterator that met damage ends early, and only says so here
    return true;
  }

  private boolean step(ShardView.Visitor visitor) {
    byte[] key = storedKey;
    Map.Entry<byte[], byte[]> entry = next;
    if (key != null && (entry == null || isBefore(key, entry.getKey()))) {
      if (!visitor.visit(key, stored.value())) {
        return false; // without a step further, which may lead over many removed keys
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
    return Overlay.isGone(entry.getValue()) || visitor.visit(entry.getKey(), entry.getValue());
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
    storedKey = stored.isValid() ? stored.key() : null;
  }
}
