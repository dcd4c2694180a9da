package io.posthorn.core.event;

import java.util.Arrays;

/**
 * The keys of the open objects of a body, as ranges of its bytes, so that duplicates are found
 * without creating strings.
 *
 * <p>Implementation notes. The keys of an object lie behind those of the objects around it. Up to
 * {@link #FEW} are compared one by one; more get a hash table of their own. It gives up if many
 * keys have the same hash, because a caller may have chosen them on purpose.
 */
final class KeyRanges {
  /** The result of {@code add}. */
  enum Found {
    NEW,
    DUPLICATE,
    /** Too many keys with the same hash to compare in reasonable time. */
    UNCERTAIN
  }

  private static final int FEW = 16;
  private static final int MOST_PROBES = 64;
  private static final int MULTIPLIER = 0x9E37_79B9;

  private final byte[] body;
  private int[] starts = new int[FEW];
  private int[] ends = new int[FEW];
  private int[] hashes = new int[FEW];
  private int size;

  KeyRanges(byte[] body) {
    this.body = body;
  }

  /** One open object. */
  final class Level {
    private final int first = size;
    private int[] slots = {};

    Found add(int start, int end) {
      int hash = hash(start, end);
      Found found = size - first < FEW ? compare(start, end, hash) : probe(start, end, hash);
      if (found == Found.NEW) {
        append(start, end, hash);
      }
      return found;
    }

    /** Forgets the keys of the object, which has ended. */
    void close() {
      size = first;
    }

    private Found compare(int start, int end, int hash) {
      for (int i = first; i < size; i++) {
        if (isEqual(i, start, end, hash)) {
          return Found.DUPLICATE;
        }
      }
      return Found.NEW;
    }

    /** Looks a key up in the table, and enters it as the next one if it is new. */
    private Found probe(int start, int end, int hash) {
      if (2 * (size - first) >= slots.length && !grow()) {
        return Found.UNCERTAIN;
      }
      int slot = slotOf(hash);
      for (int probes = 0; probes < MOST_PROBES; probes++) {
        int index = slots[slot] - 1;
        if (index < 0) {
          slots[slot] = size + 1;
          return Found.NEW;
        }
        if (isEqual(index, start, end, hash)) {
          return Found.DUPLICATE;
        }
        slot = (slot + 1) & (slots.length - 1);
      }
      return Found.UNCERTAIN;
    }

    private boolean grow() {
      slots = new int[Math.max(4 * FEW, 2 * slots.length)];
      for (int index = first; index < size; index++) {
        int slot = slotOf(hashes[index]);
        int probes = 0;
        while (slots[slot] != 0) {
          slot = (slot + 1) & (slots.length - 1);
          probes++;
          if (probes == MOST_PROBES) {
            return false;
          }
        }
        slots[slot] = index + 1;
      }
      return true;
    }

    private int slotOf(int hash) {
      return (hash ^ (hash >>> Short.SIZE)) & (slots.length - 1);
    }
  }

  private boolean isEqual(int index, int start, int end, int hash) {
    return hashes[index] == hash
        && Arrays.equals(body, starts[index], ends[index], body, start, end);
  }

  private int hash(int start, int end) {
    int hash = end - start;
    for (int i = start; i < end; i++) {
      hash = (hash ^ body[i]) * MULTIPLIER;
      hash ^= hash >>> 15;
    }
    return hash;
  }

  private void append(int start, int end, int hash) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    starts[size] = start;
    ends[size] = end;
    hashes[size] = hash;
    size++;
  }
}
