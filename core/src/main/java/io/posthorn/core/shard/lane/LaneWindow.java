package io.posthorn.core.shard.lane;

import io.posthorn.core.message.LanePosition;
import io.posthorn.core.shard.layout.LaneEntry;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a lane in memory, in the order of their positions.
 *
 * <p>Implementation notes. Nearly all entries come at the end and leave from the start, where an
 * array finds them at once; a tree searches for each. An entry in between moves those behind it.
 */
final class LaneWindow {
  private static final LaneEntry[] NOTHING = {};
  private static final int SMALLEST = 8;

  /** The largest array that an empty window keeps. */
  private static final int KEPT = 128;

  private @Nullable LaneEntry[] entries = NOTHING;
  private int start;
  private int end;

  int size() {
    return end - start;
  }

  boolean isEmpty() {
    return start == end;
  }

  /** The first entry; null if there is none. */
  @Nullable LaneEntry first() {
    return isEmpty() ? null : entries[start];
  }

  boolean contains(LanePosition position) {
    return find(position) >= 0;
  }

  /** Adds an entry, or replaces the one at its position. */
  void put(LaneEntry entry) {
    int found = find(entry.position());
    if (found >= 0) {
      entries[found] = entry;
      return;
    }
    makeSpace();
    int at = ~find(entry.position()); // making space may have moved the entries
    System.arraycopy(entries, at, entries, at + 1, end - at);
    entries[at] = entry;
    end++;
  }

  void remove(LanePosition position) {
    int at = find(position);
    if (at < 0) {
      return;
    }
    if (at == start) {
      entries[start++] = null;
    } else {
      System.arraycopy(entries, at + 1, entries, at, end - at - 1);
      entries[--end] = null;
    }
    if (isEmpty()) {
      entries = entries.length > KEPT ? NOTHING : entries;
      start = 0;
      end = 0;
    }
  }

  /** Keeps the first entries, as many as given, of a larger number; returns the last of them. */
  LaneEntry cutTo(int most) {
    Arrays.fill(entries, start + most, end, null);
    end = start + most;
    return Objects.requireNonNull(entries[end - 1]);
  }

  /** Drops all entries, and frees their memory. */
  void clear() {
    entries = NOTHING;
    start = 0;
    end = 0;
  }

  /** The index of an entry; if there is none, the complement of the index where it belongs. */
  private int find(LanePosition position) {
    int low = start;
    int high = end - 1;
    if (low <= high && compare(high, position) < 0) {
      return ~end;
    }
    if (low <= high && compare(low, position) >= 0) {
      return compare(low, position) == 0 ? low : ~low;
    }
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = compare(middle, position);
      if (compared == 0) {
        return middle;
      }
      if (compared < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return ~low;
  }

  private int compare(int index, LanePosition position) {
    return Objects.requireNonNull(entries[index]).position().compareTo(position);
  }

  private void makeSpace() {
    if (end < entries.length) {
      return;
    }
    int size = size();
    boolean mostlyFree = size <= entries.length / 2 && size > 0;
    @Nullable LaneEntry[] target =
        mostlyFree ? entries : new LaneEntry[Math.max(SMALLEST, 2 * size)];
    System.arraycopy(entries, start, target, 0, size);
    if (mostlyFree) {
      Arrays.fill(target, size, end, null);
    }
    entries = target;
    start = 0;
    end = size;
  }
}
