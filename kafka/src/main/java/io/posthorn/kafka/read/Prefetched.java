package io.posthorn.kafka.read;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What one reader was told of keys before it asked for them, as far as there is room: a list may
 * look at thousands of events of a mebibyte each. What is not here is asked for when its turn
 * comes.
 */
final class Prefetched {
  /** Plenty for records of messages, and some of the largest events. */
  static final int MOST_BYTES = 16 << 20;

  /** What an entry takes beside its bytes, about. */
  private static final int ENTRY_BYTES = 100;

  private static final Found NOTHING = new Found(null);

  private final Map<ByteBuffer, Found> found = new HashMap<>();
  private long bytes;

  /** What is known of a key: its value, or that there is none. */
  record Found(byte @Nullable [] value) {}

  /** What is known of a key; null where that has to be asked for. */
  @Nullable Found get(byte[] key) {
    return found.get(ByteBuffer.wrap(key));
  }

  /**
   * Those keys of some that nothing is known of; where it gets narrow, the others are forgotten.
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

  /** How many bytes there is room for, to be counted down by whoever asks for some. */
  AtomicLong room() {
    return new AtomicLong(MOST_BYTES - bytes);
  }

  void add(FetchedValues told) {
    told.keys().forEach(key -> put(key, NOTHING));
    told.found().forEach(entry -> put(entry.key(), new Found(entry.value())));
  }

  private void put(byte[] key, Found value) {
    Found before = found.put(ByteBuffer.wrap(key), value);
    bytes += weight(value) - (before == null ? -key.length - ENTRY_BYTES : weight(before));
  }

  private static int weight(Found value) {
    return value.value() == null ? 0 : value.value().length;
  }
}
