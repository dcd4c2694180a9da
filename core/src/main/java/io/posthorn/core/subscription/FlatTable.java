package io.posthorn.core.subscription;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A hash table for one writer and many readers without locks, made so that a search touches little
 * memory: in a large index nearly all of the time is spent waiting for memory.
 *
 * <p>The hashes stand side by side in one array, so looking for what is not there ends in it, and
 * what is there costs one step to the entry. Entries of the same hash hang on one another; whoever
 * looks for one tells them apart.
 *
 * <p>A slot gets its entry before its hash, and keeps its hash when the entry is taken out, until
 * all is laid out anew in other arrays. So a reader that meets a hash finds nothing or an entry of
 * that hash, and one that still walks through the old arrays sees the table as it was.
 */
final class FlatTable<E extends FlatTable.Entry<E>> {
  /** What a table holds. */
  abstract static class Entry<E> {
    private final int hash;
    private volatile @Nullable E next;

    Entry(int hash) {
      this.hash = hash;
    }

    final int hash() {
      return hash;
    }

    /** The next one of the same hash. */
    final @Nullable E next() {
      return next;
    }
  }

  private static final VarHandle HASH = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Object[].class);

  /** The hash of a slot that nobody has used. */
  private static final int UNUSED = 0;

  /** Most customers have a subscription or two. */
  private static final int SMALLEST = 4;

  private record Slots(int[] hashes, @Nullable Object[] entries) {
    static Slots of(int size) {
      return new Slots(new int[size], new Object[size]);
    }

    /** Where a hash is, or else the unused slot that ends the search for it. */
    int find(int hash) {
      int last = hashes.length - 1;
      int at = hash & last;
      while (true) {
        int there = (int) HASH.getAcquire(hashes, at);
        if (there == hash || there == UNUSED) {
          return at;
        }
        at = (at + 1) & last;
      }
    }
  }

  private volatile Slots slots = Slots.of(SMALLEST);
  private int used;
  private int live;

  /** A hash that is spread over all bits, made of one that need not be. */
  static int spread(int hash) {
    int mixed = hash * 0x9E3779B9; // the golden ratio: neighbours end far apart
    mixed ^= mixed >>> 15;
    return mixed == UNUSED ? 1 : mixed;
  }

  /** The first of the entries with a hash, which comes from {@link #spread}. */
  @SuppressWarnings("unchecked") // only entries of this table are put into its slots
  @Nullable E first(int hash) {
    Slots here = slots;
    return (E) ENTRY.getAcquire(here.entries, here.find(hash));
  }

  void add(E entry) {
    int hash = entry.hash();
    Slots here = slots;
    int at = here.find(hash);
    ((Entry<E>) entry).next = first(hash);
    ENTRY.setRelease(here.entries, at, entry);
    if (here.hashes[at] == UNUSED) {
      HASH.setRelease(here.hashes, at, hash);
      used++;
      live++;
      if (used * 2 > here.hashes.length) {
        layOutAnew();
      }
    } else if (entry.next() == null) {
      live++;
    }
  }

  void remove(E entry) {
    E first = first(entry.hash());
    if (first != entry) {
      unhook(first, entry);
      return;
    }
    Slots here = slots;
    ENTRY.setRelease(here.entries, here.find(entry.hash()), entry.next());
    if (entry.next() == null) {
      live--;
      if (here.hashes.length > SMALLEST && live * 8 < here.hashes.length) {
        layOutAnew();
      }
    }
  }

  /** What is taken out still leads on whoever stands on it. */
  private void unhook(@Nullable E first, E entry) {
    for (E before = first; before != null; before = before.next()) {
      if (before.next() == entry) {
        ((Entry<E>) before).next = entry.next();
        return;
      }
    }
  }

  /** At most half of the slots are used, and a quarter after it was laid out. */
  private void layOutAnew() {
    Slots old = slots;
    int size = SMALLEST;
    while (size < live * 4) {
      size *= 2;
    }
    Slots fresh = Slots.of(size);
    for (int i = 0; i < old.hashes.length; i++) {
      if (old.entries[i] != null) {
        int at = fresh.find(old.hashes[i]);
        fresh.hashes[at] = old.hashes[i];
        fresh.entries[at] = old.entries[i];
      }
    }
    used = live;
    slots = fresh;
  }
}
