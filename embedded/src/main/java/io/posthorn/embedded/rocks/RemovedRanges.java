package io.posthorn.embedded.rocks;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of keys that are removed, although table files may still hold entries in them. Reads skip
 * them. One thread changes them, any thread may read.
 */
final class RemovedRanges {
  /** No ranges, for families whose keys are removed one by one. */
  static final RemovedRanges NONE = new RemovedRanges();

  /** The start of each range, and its end (exclusive). They neither overlap nor touch. */
  private final ConcurrentNavigableMap<byte[], byte[]> ends =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

  boolean isEmpty() {
    return ends.isEmpty();
  }

  int size() {
    return ends.size();
  }

  /** All ranges, from start to end. */
  ConcurrentNavigableMap<byte[], byte[]> all() {
    return ends;
  }

  /** The range that a key lies in, as its start and end; null if the key is not removed. */
  Map.@Nullable Entry<byte[], byte[]> around(byte[] key) {
    Map.Entry<byte[], byte[]> range = ends.floorEntry(key);
    return range == null || Arrays.compareUnsigned(key, range.getValue()) >= 0 ? null : range;
  }

  void put(byte[] from, byte[] to) {
    ends.put(from, to);
  }

  void remove(byte[] from) {
    ends.remove(from);
  }
}
