package io.posthorn.kafka.read;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The prefetched entries of one read operation, up to a size limit: a list may look at thousands of
 * events of 1 MiB each. Other entries are read on demand.
 */
final class Prefetched {
  /** Enough for many message records, or some of the largest events. */
  static final int MOST_BYTES = 16 << 20;

  /** Approximate overhead of an entry. */
  private static final int ENTRY_BYTES = 100;

  private static final Found NOTHING = new Found(null);

  private final Map<ByteBuffer, Found> found = new HashMap<>();
  private long bytes;

  /** A prefetched result; null if the key has no value. */
  record Found(byte @Nullable [] value) {}

  /** The prefetched result of a key; null if it was not prefetched. */
  @Nullable Found get(byte[] key) {
    return found.get(ByteBuffer.wrap(key));
  }

  /**
   * The keys that still have to be fetched. If the cache is half full, it is cleared and all of
   * them do.
   */
  List<byte[]> unknown(List<byte[]> keys) {
    List<byte[]> unknown =
        keys.stream().filter(key -> !found.containsKey(ByteBuffer.wrap(key))).toList();
    if (unknown.isEmpty() || bytes < MOST_BYTES / 2) {
      return unknown;
    }
    found.clear();
    bytes = 0;
    return keys;
  }

  /** The bytes left; fetches count it down. */
  AtomicLong remaining() {
    return new AtomicLong(MOST_BYTES - bytes);
  }

  void add(FetchedValues values) {
    values.keys().forEach(key -> put(key, NOTHING));
    values.found().forEach(entry -> put(entry.key(), new Found(entry.value())));
  }

  private void put(byte[] key, Found value) {
    Found before = found.put(ByteBuffer.wrap(key), value);
    bytes += weight(value) - (before == null ? -key.length - ENTRY_BYTES : weight(before));
  }

  private static int weight(Found value) {
    return value.value() == null ? 0 : value.value().length;
  }
}
