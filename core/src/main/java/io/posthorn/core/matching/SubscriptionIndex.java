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
 * An index that finds the subscriptions matching an event, in the order of their ids.
 *
 * <p>An event costs at most eight lookups (its code or {@code *}, its type or {@code *}, its object
 * or any), each repeated for every field that filters of its code compare for equality, and then
 * the evaluation of the filters found, unless the lookup already decides. The cost does not depend
 * on the number of other subscriptions.
 *
 * <p>{@link #put} and {@link #remove} are for one thread; all other methods are lock-free and for
 * any number of threads. During a change, a reader sees each subscription as it was either before
 * or after it, never neither and never both.
 */
public final class SubscriptionIndex {
  private final ConcurrentHashMap<SubscriptionId, Subscription> byId = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, CustomerSubscriptions> customers =
      new ConcurrentHashMap<>();
  private final ConcurrentHashMap<SubscriptionIdentity, SubscriptionBucket> byIdentity =
      new ConcurrentHashMap<>();

  /** Adds a subscription, or replaces the one with its id. */
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

  /** Removes a subscription; returns whether it was present. */
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

  /** The subscriptions whose codes, object and filters match an event. */
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

  /** Another subscription with the same identity: same events, filters and URL. */
  public Optional<Subscription> sameAs(Subscription subscription) {
    SubscriptionBucket same = byIdentity.get(subscription.identity());
    return same == null
        ? Optional.empty()
        : same.toList().stream().filter(one -> !one.id().equals(subscription.id())).findFirst();
  }

  /** Passes every candidate to a visitor. */
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
