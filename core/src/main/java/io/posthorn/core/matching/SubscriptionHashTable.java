package io.posthorn.core.matching;

import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;

/**
 * A hash table of one customer's subscriptions by match key, for one writer and many lock-free
 * readers.
 *
 * <p>A large index does not fit into a processor's cache, so memory latency dominates the cost of a
 * search. A lookup touches two memory locations, both known up front: the numbers of the key, which
 * are adjacent in one array, and the slot's content. If the numbers are exact, no subscription,
 * filter or text is read.
 *
 * <p>A slot gets its content before its head, and keeps its head when the content is removed, until
 * the table is rebuilt in new arrays. So readers never see a slot change its key, and a reader that
 * still uses old arrays sees the table as it was.
 */
final class SubscriptionHashTable {
  private volatile SubscriptionHashTableSlots slots =
      SubscriptionHashTableSlots.of(SubscriptionHashTableSlots.SMALLEST);
  private int used;
  private int live;

  /** Adds or replaces a subscription; returns whether it is the only one under its key. */
  boolean put(MatchKey key, Subscription subscription) {
    SubscriptionHashTableSlots here = slots;
    int at = here.find(key);
    if (at < 0) {
      here.fill(~at, key, subscription);
      used++;
      live++;
      if (used * 3 > here.size() * 2) {
        rebuild();
      }
      return true;
    }
    SubscriptionBucket before = here.bucket(at);
    here.store(at, before.with(subscription));
    live += before.size() == 0 ? 1 : 0;
    return before.size() == 0;
  }

  /** Removes a subscription; returns whether its key is empty now. */
  boolean remove(MatchKey key, SubscriptionId id) {
    SubscriptionHashTableSlots here = slots;
    int at = here.find(key);
    if (at < 0) {
      return false;
    }
    SubscriptionBucket left = here.bucket(at).without(id);
    here.store(at, left);
    if (left.size() > 0) {
      return false;
    }
    live--;
    if (here.size() > SubscriptionHashTableSlots.SMALLEST && live * 8 < here.size()) {
      rebuild();
    }
    return true;
  }

  /** Passes the subscriptions under a key to a visitor. */
  void show(MatchKey key, MatchVisitor search) {
    SubscriptionHashTableSlots here = slots;
    int at = here.find(key);
    if (at >= 0) {
      here.show(at, search);
    }
  }

  /** A bit for each shape, by its number modulo 64, that subscriptions of a code may have. */
  long shapesOf(String objCode) {
    return slots.shapesOf(TextHash.of(objCode));
  }

  /** Rebuilds the table: at most half of the slots are used then, and empty ones are gone. */
  private void rebuild() {
    int size = SubscriptionHashTableSlots.SMALLEST;
    while (size < live * 2) {
      size *= 2;
    }
    SubscriptionHashTableSlots fresh = SubscriptionHashTableSlots.of(size);
    fresh.takeFrom(slots);
    used = live;
    slots = fresh;
  }
}
