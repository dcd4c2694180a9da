package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of entries of a shard's store, in the requested order.
 *
 * @param more whether there may be more
 */
public record Page(List<Entry> entries, boolean more) {
  /** Approximate upper bound of a page; one entry always fits. */
  static final int MOST_BYTES = 1 << 20;

  /** A key and its value. */
  public record Entry(byte[] key, byte[] value) {}

  /** The size of its keys and values. */
  long bytes() {
    return entries.stream().mapToLong(entry -> entry.key().length + entry.value().length).sum();
  }

  /** Reads the values of keys from a store, in the order of the keys. */
  public static Page of(ShardView view, List<byte[]> keys) {
    List<Entry> entries = new ArrayList<>();
    int bytes = 0;
    for (byte[] key : keys) {
      byte[] value = view.get(key);
      if (value != null) {
        entries.add(new Entry(key, value));
        bytes += key.length + value.length;
      }
      if (bytes >= MOST_BYTES) {
        return new Page(entries, true);
      }
    }
    return new Page(entries, false);
  }
}
