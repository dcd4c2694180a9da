package io.posthorn.core.matching;

import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;

/**
 * One customer's subscriptions by their addresses, for one writer and many readers without locks.
 *
 * <p>A large index does not fit into a processor's cache, so a search costs as much as it has to
 * wait for memory. Here it touches two places that it knows at once: the numbers of the address,
 * which stand side by side in one array, and what is found there. No subscription, filter or text
 * is looked at where the numbers say all.
 *
 * <p>A slot gets its contents before its head, and keeps its head when they are taken out, until
 * all is laid out anew in other arrays. So a slot never changes its address in a reader's sight,
 * and a reader that still walks through old arrays sees the table as it was.
 */
final class FlatTable {
  private volatile FlatTableSlots slots = FlatTableSlots.of(FlatTableSlots.SMALLEST);
  private int used;
  private int live;

  /** Adds a subscription, or puts it in the place of the one with its id; whether it is alone. */
  boolean put(MatchKey address, Subscription subscription) {
    FlatTableSlots here = slots;
    int at = here.find(address);
    if (at < 0) {
      here.fill(~at, address, subscription);
      used++;
      live++;
      if (used * 3 > here.size() * 2) {
        layOutAnew();
      }
      return true;
    }
    SubscriptionBucket before = here.bucket(at);
    here.store(at, before.with(subscription));
    live += before.size() == 0 ? 1 : 0;
    return before.size() == 0;
  }

  /** Takes a subscription out; whether its address is empty now. */
  boolean remove(MatchKey address, SubscriptionId id) {
    FlatTableSlots here = slots;
    int at = here.find(address);
    if (at < 0) {
      return false;
    }
    SubscriptionBucket left = here.bucket(at).without(id);
    here.store(at, left);
    if (left.size() > 0) {
      return false;
    }
    live--;
    if (here.size() > FlatTableSlots.SMALLEST && live * 8 < here.size()) {
      layOutAnew();
    }
    return true;
  }

  /** Shows a search what is at an address. */
  void show(MatchKey address, MatchVisitor search) {
    FlatTableSlots here = slots;
    int at = here.find(address);
    if (at >= 0) {
      here.show(at, search);
    }
  }

  /** A bit for each way to ask, by its number modulo 64, that subscriptions of a code may have. */
  long asksOf(String objCode) {
    return slots.asksOf(TextHash.of(objCode));
  }

  /** A half of the slots at most is used then; the dead ones are gone. */
  private void layOutAnew() {
    int size = FlatTableSlots.SMALLEST;
    while (size < live * 2) {
      size *= 2;
    }
    FlatTableSlots fresh = FlatTableSlots.of(size);
    fresh.takeFrom(slots);
    used = live;
    slots = fresh;
  }
}
