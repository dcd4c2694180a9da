package io.posthorn.core.matching;

import io.posthorn.core.subscription.Subscription;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of a {@link SubscriptionHashTable}.
 *
 * @param words for each slot, the head (zero if never used) and the numbers of code, type and value
 * @param alone the content of a slot with a single subscription that matches without evaluation:
 *     most slots are like this, and need no bucket
 * @param several the content of any other slot. A slot returns to {@code alone} only after it was
 *     empty: readers look here first
 * @param shapes by some of a code's bits, which other codes may share, the shapes that
 *     subscriptions of these codes have or had
 */
record SubscriptionHashTableSlots(
    long[] words,
    @Nullable Subscription[] alone,
    @Nullable SubscriptionBucket[] several,
    long[] shapes) {
  /** Most customers have a subscription or two. */
  static final int SMALLEST = 4;

  private static final int WIDTH = 4;
  private static final int SLOTS_A_CODE = 4;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle ALONE = MethodHandles.arrayElementVarHandle(Subscription[].class);
  private static final VarHandle SEVERAL =
      MethodHandles.arrayElementVarHandle(SubscriptionBucket[].class);

  static SubscriptionHashTableSlots of(int size) {
    return new SubscriptionHashTableSlots(
        new long[size * WIDTH],
        new Subscription[size],
        new SubscriptionBucket[size],
        new long[size / SLOTS_A_CODE]);
  }

  int size() {
    return alone.length;
  }

  /** The slot of a key; if there is none, the complement of the slot it would get. */
  int find(MatchKey key) {
    long head = key.head();
    int at = key.hash & (size() - 1);
    while (true) {
      int word = at * WIDTH;
      long there = (long) WORD.getAcquire(words, word);
      if (there == 0) {
        return ~at;
      }
      if (there == head
          && words[word + 1] == key.code
          && words[word + 2] == key.type
          && words[word + 3] == key.value
          && (key.isExact() || holds(at, key))) {
        return at;
      }
      at = (at + 1) & (size() - 1);
    }
  }

  private boolean holds(int at, MatchKey key) {
    SubscriptionBucket bucket = bucket(at);
    return bucket.size() > 0 && key.isOf(bucket.first());
  }

  /** The content of a slot. */
  SubscriptionBucket bucket(int at) {
    Subscription one = (Subscription) ALONE.getAcquire(alone, at);
    if (one != null) {
      return SubscriptionBucket.EMPTY.with(one);
    }
    SubscriptionBucket bucket = (SubscriptionBucket) SEVERAL.getAcquire(several, at);
    return bucket == null ? SubscriptionBucket.EMPTY : bucket;
  }

  void show(int at, MatchVisitor search) {
    Subscription one = (Subscription) ALONE.getAcquire(alone, at);
    if (one != null) {
      search.accept(one, true);
    } else {
      bucket(at).show(search);
    }
  }

  void store(int at, SubscriptionBucket bucket) {
    if (bucket.size() == 1 && bucket.isCertain() && several[at] == null) {
      ALONE.setRelease(alone, at, bucket.first());
    } else {
      SEVERAL.setRelease(several, at, bucket.size() == 0 ? null : bucket);
      ALONE.setRelease(alone, at, null);
    }
  }

  /** Gives an unused slot its key and its first subscription. */
  void fill(int at, MatchKey key, Subscription subscription) {
    store(at, SubscriptionBucket.EMPTY.with(subscription));
    int word = at * WIDTH;
    words[word + 1] = key.code;
    words[word + 2] = key.type;
    words[word + 3] = key.value;
    recordShape(key.code, key.head());
    WORD.setRelease(words, word, key.head());
  }

  long shapesOf(long code) {
    return (long) WORD.getAcquire(shapes, shapesAt(code));
  }

  private void recordShape(long code, long head) {
    int at = shapesAt(code);
    WORD.setRelease(shapes, at, shapes[at] | 1L << MatchKey.numberIn(head));
  }

  private int shapesAt(long code) {
    long mixed = code * 0x9E3779B97F4A7C15L; // Fibonacci hashing: neighbours end far apart
    return (int) (mixed >>> 32) & (shapes.length - 1);
  }

  /** Copies the content of the old arrays, before these are published to readers. */
  void takeFrom(SubscriptionHashTableSlots old) {
    for (int i = 0; i < old.size(); i++) {
      if (old.alone[i] != null || old.several[i] != null) {
        long head = old.words[i * WIDTH];
        int at = unused(MatchKey.hashIn(head));
        System.arraycopy(old.words, i * WIDTH, words, at * WIDTH, WIDTH);
        alone[at] = old.alone[i];
        several[at] = old.several[i];
        recordShape(words[at * WIDTH + 1], head);
      }
    }
  }

  private int unused(int hash) {
    int at = hash & (size() - 1);
    while (words[at * WIDTH] != 0) {
      at = (at + 1) & (size() - 1);
    }
    return at;
  }
}
