package io.posthorn.embedded.rocks;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of keys that are removed, although table files may still hold entries in them. Reads skip
 * them. One thread changes single ranges; a set for other threads is only ever replaced as a whole.
 */
final class RemovedRanges {
  /** No ranges, for families whose keys are removed one by one. */
  static final RemovedRanges NONE = new RemovedRanges();

  /** The start of each range, and its end (exclusive). They neither overlap nor touch. */
  private volatile NavigableMap<byte[], byte[]> ends = new TreeMap<>(Arrays::compareUnsigned);

  boolean isEmpty() {
    return ends.isEmpty();
  }

  int size() {
    return ends.size();
  }

  /** All ranges, from start to end. */
  NavigableMap<byte[], byte[]> all() {
    return ends;
  }

  /** The range that a key lies in, as its start and end; null if the key is not removed. */
  Map.@Nullable Entry<byte[], byte[]> around(byte[] key) {
    Map.Entry<byte[], byte[]> range = ends.floorEntry(key);
    return range == null || Arrays.compareUnsigned(key, range.getValue()) >= 0 ? null : range;
  }

  /**
   * The ranges as they are, whatever replaces them later. A scan takes them before its iterator:
   * the iterator still sees entries whose range is settled during the scan.
   */
  RemovedRanges current() {
    RemovedRanges fixed = new RemovedRanges();
    fixed.ends = ends;
    return fixed;
  }

  void put(byte[] from, byte[] to) {
    ends.put(from, to);
  }

  void remove(byte[] from) {
    ends.remove(from);
  }

  /** Replaces all ranges with those of another set. */
  void replaceWith(RemovedRanges other) {
    ends = new TreeMap<>(other.ends);
  }
}
