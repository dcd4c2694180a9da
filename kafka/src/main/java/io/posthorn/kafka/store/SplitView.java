package io.posthorn.kafka.store;

import io.posthorn.core.store.ShardView;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A view of a shard's two state stores as one. The first byte of a key decides its store, so a
 * range over several tables is scanned in consecutive pieces, each in one store.
 *
 * <p>Each get and scan sees the current store with uncommitted writes; there is no snapshot over
 * several calls.
 */
public final class SplitView implements ShardView {
  private final ReadOnlyKeyValueStore<Bytes, byte[]> state;
  private final ReadOnlyKeyValueStore<Bytes, byte[]> history;

  public SplitView(
      ReadOnlyKeyValueStore<Bytes, byte[]> state, ReadOnlyKeyValueStore<Bytes, byte[]> history) {
    this.state = state;
    this.history = history;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return store(StorePart.of(key)).get(Bytes.wrap(key));
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    byte[] start = from;
    while (Arrays.compareUnsigned(start, to) < 0) {
      byte @Nullable [] border = borderBehind(start);
      byte[] end = border == null || Arrays.compareUnsigned(to, border) < 0 ? to : border;
      if (!walk(start, end, visitor) || border == null) {
        return;
      }
      start = border;
    }
  }

  private boolean walk(byte[] from, byte[] to, Visitor visitor) {
    ReadOnlyKeyValueStore<Bytes, byte[]> store = store(StorePart.of(from));
    try (KeyValueIterator<Bytes, byte[]> entries = store.range(Bytes.wrap(from), Bytes.wrap(to))) {
      while (entries.hasNext()) {
        KeyValue<Bytes, byte[]> entry = entries.next();
        byte[] key = entry.key.get();
        if (Arrays.equals(key, to)) { // ranges of the store include their end
          return true;
        }
        if (!visitor.visit(key, entry.value)) {
          return false;
        }
      }
      return true;
    }
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    byte[] end = to;
    while (Arrays.compareUnsigned(from, end) < 0) {
      byte[] border = borderBefore(end);
      byte[] start = Arrays.compareUnsigned(from, border) > 0 ? from : border;
      if (!walkBack(start, end, visitor)) {
        return;
      }
      end = start;
    }
  }

  private boolean walkBack(byte[] from, byte[] to, Visitor visitor) {
    ReadOnlyKeyValueStore<Bytes, byte[]> store = store(StorePart.of(from));
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.reverseRange(Bytes.wrap(from), Bytes.wrap(to))) {
      while (entries.hasNext()) {
        KeyValue<Bytes, byte[]> entry = entries.next();
        byte[] key = entry.key.get();
        if (!Arrays.equals(key, to) && !visitor.visit(key, entry.value)) {
          return false;
        }
      }
      return true;
    }
  }

  /** The first key after a key that is in the other store; null if there is none. */
  private static byte @Nullable [] borderBehind(byte[] key) {
    int first = key[0] & 0xFF;
    for (int other = first + 1; other < 256; other++) {
      if (StorePart.of(other) != StorePart.of(first)) {
        return new byte[] {(byte) other};
      }
    }
    return null;
  }

  /** The first key of the piece that ends before a key. */
  private static byte[] borderBefore(byte[] end) {
    // A key of one byte is itself the boundary.
    int last = (end[0] & 0xFF) - (end.length == 1 ? 1 : 0);
    int first = last;
    while (first > 0 && StorePart.of(first - 1) == StorePart.of(last)) {
      first--;
    }
    return new byte[] {(byte) first};
  }

  private ReadOnlyKeyValueStore<Bytes, byte[]> store(StorePart part) {
    return part == StorePart.STATE ? state : history;
  }
}
