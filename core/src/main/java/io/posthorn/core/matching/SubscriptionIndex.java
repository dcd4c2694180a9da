package io.posthorn.core.matching;

import io.posthorn.core.event.Event;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionIdentity;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the subscriptions that want an event, always in the order of their ids.
 *
 * <p>An event costs at most eight look-ups: its code or {@code *}, its type or {@code *}, its
 * object or any; of each, one for every field by whose value subscriptions of its code ask; and
 * then the filters of what was found, where finding it does not decide. How many other
 * subscriptions there are does not matter.
 *
 * <p>{@link #put} and {@link #remove} are for one thread; all else is for any number of threads
 * beside it, without locks. A reader sees each subscription as it was before or after a change that
 * happens meanwhile, never neither and never both.
 */
public final class SubscriptionIndex {
  private final ConcurrentHashMap<SubscriptionId, Subscription> byId = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, CustomerSubscriptions> customers =
      new ConcurrentHashMap<>();
  private final ConcurrentHashMap<SubscriptionIdentity, SubscriptionBucket> byIdentity =
      new ConcurrentHashMap<>();

  /** Adds a subscription, or puts it in the place of the one with its id. */
  public void put(Subscription subscription) {
    Subscription previous = byId.get(subscription.id());
    if (previous != null && !previous.customerId().equals(subscription.customerId())) {
      throw new IllegalArgumentException(subscription.id() + " belongs to another customer");
    }
    byId.put(subscription.id(), subscription);
    customers
        .computeIfAbsent(subscription.customerId(), customer -> new CustomerSubscriptions())
        .put(subscription, previous);
    SubscriptionIdentity identity = subscription.identity();
    byIdentity.merge(
        identity,
        SubscriptionBucket.EMPTY.with(subscription),
        (old, one) -> old.with(subscription));
    if (previous != null && !previous.identity().equals(identity)) {
      forgetIdentity(previous);
    }
  }

  /** Takes a subscription out; whether it was there. */
  public boolean remove(SubscriptionId id) {
    Subscription previous = byId.remove(id);
    if (previous == null) {
      return false;
    }
    customers.computeIfPresent(
        previous.customerId(),
        (customer, theirs) -> {
          theirs.remove(previous);
          return theirs.count() == 0 ? null : theirs;
        });
    forgetIdentity(previous);
    return true;
  }

  /** The subscriptions that want an event: codes and object fit, and the filters say yes. */
  public List<Subscription> match(Event event) {
    CustomerSubscriptions theirs = customers.get(event.customerId());
    return theirs == null ? List.of() : theirs.find(event);
  }

  public @Nullable Subscription get(SubscriptionId id) {
    return byId.get(id);
  }

  /** All subscriptions of a customer. */
  public List<Subscription> all(String customerId) {
    CustomerSubscriptions theirs = customers.get(customerId);
    return theirs == null ? List.of() : theirs.all();
  }

  public int count(String customerId) {
    CustomerSubscriptions theirs = customers.get(customerId);
    return theirs == null ? 0 : theirs.count();
  }

  /** Another subscription that sends the same to the same place; itself does not count. */
  public Optional<Subscription> sameAs(Subscription subscription) {
    SubscriptionBucket same = byIdentity.get(subscription.identity());
    return same == null
        ? Optional.empty()
        : same.toList().stream().filter(one -> !one.id().equals(subscription.id())).findFirst();
  }

  /** Shows a search every subscription that it has to look at. */
  void show(Event event, MatchVisitor search) {
    CustomerSubscriptions theirs = customers.get(event.customerId());
    if (theirs != null) {
      theirs.show(event, search);
    }
  }

  private void forgetIdentity(Subscription previous) {
    byIdentity.computeIfPresent(
        previous.identity(), (identity, same) -> orNothing(same.without(previous.id())));
  }

  private static @Nullable SubscriptionBucket orNothing(SubscriptionBucket bucket) {
    return bucket.size() == 0 ? null : bucket;
  }
}
