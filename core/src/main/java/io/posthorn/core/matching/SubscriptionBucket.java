package io.posthorn.core.matching;

import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.Arrays;
import java.util.List;

/**
 * An immutable list of subscriptions in the order of their ids.
 *
 * <p>A bucket and its successor may share one array: an element added at the end lies beyond the
 * size of every bucket that readers hold. So loading a store, which happens in the order of ids,
 * does not copy the array each time. This requires that only the newest bucket of a chain gets a
 * successor; the index has one writer and keeps only the newest.
 */
final class SubscriptionBucket {
  static final SubscriptionBucket EMPTY = new SubscriptionBucket(new Subscription[0], 0, true);

  private final Subscription[] items;
  private final int size;

  /**
   * True if all match without evaluation; kept here so that a search need not check each of them.
   */
  private final boolean certain;

  private SubscriptionBucket(Subscription[] items, int size, boolean certain) {
    this.items = items;
    this.size = size;
    this.certain = certain;
  }

  int size() {
    return size;
  }

  boolean isCertain() {
    return certain;
  }

  /** The one with the smallest id; the bucket must not be empty. */
  Subscription first() {
    return items[0];
  }

  void show(MatchVisitor search) {
    for (int i = 0; i < size; i++) {
      search.accept(items[i], certain);
    }
  }

  List<Subscription> toList() {
    return List.of(Arrays.copyOf(items, size));
  }

  /** This bucket with a subscription added, or replaced if its id is present. */
  SubscriptionBucket with(Subscription subscription) {
    boolean allCertain = certain && subscription.filters().matchesByKeyAlone();
    int found = find(subscription.id());
    if (found >= 0) {
      Subscription[] copy = items.clone();
      copy[found] = subscription;
      return new SubscriptionBucket(copy, size, allCertain);
    }
    int at = -found - 1;
    if (at == size && size < items.length) {
      items[size] = subscription;
      return new SubscriptionBucket(items, size + 1, allCertain);
    }
    // Grows by half; most buckets hold a single one and get no spare capacity.
    Subscription[] grown = new Subscription[size + 1 + size / 2];
    System.arraycopy(items, 0, grown, 0, at);
    grown[at] = subscription;
    System.arraycopy(items, at, grown, at + 1, size - at);
    return new SubscriptionBucket(grown, size + 1, allCertain);
  }

  /** This bucket without the subscription of that id. */
  SubscriptionBucket without(SubscriptionId id) {
    int at = find(id);
    if (at < 0) {
      return this;
    }
    if (size == 1) {
      return EMPTY;
    }
    Subscription[] shrunk = new Subscription[size - 1];
    System.arraycopy(items, 0, shrunk, 0, at);
    System.arraycopy(items, at + 1, shrunk, at, size - 1 - at);
    return new SubscriptionBucket(shrunk, size - 1, certain);
  }

  /** The index of an id, or {@code -(insertion point) - 1}. */
  private int find(SubscriptionId id) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = items[middle].id().compareTo(id);
      if (order == 0) {
        return middle;
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }
}
