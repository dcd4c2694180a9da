package io.posthorn.core.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys read so far in each open object, to find duplicates. */
final class KeyStack {
  private final List<Keys> levels = new ArrayList<>();

  /** Begins an object at a depth. */
  void open(int depth) {
    while (levels.size() <= depth) {
      levels.add(new Keys());
    }
    levels.get(depth).reset();
  }

  /** Adds a key to the object at a depth; false if that object has it already. */
  boolean add(int depth, String key) {
    return levels.get(depth).add(key);
  }

  private static final class Keys {
    /** Up to this many keys a linear search is faster than a hash set, and needs no memory. */
    private static final int FEW = 16;

    private final String[] few = new String[FEW];
    private int count;
    private @Nullable Set<String> many;

    void reset() {
      count = 0;
      // Dropped, not cleared: clearing costs as much as the largest object so far.
      many = null;
    }

    boolean add(String key) {
      if (many != null) {
        return many.add(key);
      }
      for (int i = 0; i < count; i++) {
        if (few[i].equals(key)) {
          return false;
        }
      }
      if (count < FEW) {
        few[count++] = key;
      } else {
        many = new HashSet<>(Arrays.asList(few));
        many.add(key);
      }
      return true;
    }
  }
}
