package io.posthorn.core.matching;

import io.posthorn.core.event.Event;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionIdentity;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  /** The limit of subscriptions per customer: far more than needed, and few enough for memory. */
  public static final int MOST_PER_CUSTOMER = 10_000;

  public static final String LIMIT_REACHED =
      "The customer is at its limit of %d subscriptions; delete some first."
          .formatted(MOST_PER_CUSTOMER);

  private final ConcurrentHashMap<SubscriptionId, Subscription> byId = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, CustomerSubscriptions> customers =
      new ConcurrentHashMap<>();

  /**
   * By the hash of the identity, which others may share: the identity itself takes far more. A
   * value is a {@link Subscription} that is alone, as nearly all are, or a {@link
   * SubscriptionBucket}.
   */
  private final ConcurrentHashMap<Integer, Object> byIdentity = new ConcurrentHashMap<>();

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
    int identity = subscription.identity().hashCode();
    byIdentity.merge(identity, subscription, (old, one) -> content(bucket(old).with(subscription)));
    if (previous != null && previous.identity().hashCode() != identity) {
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
    return sameAs(subscription, Set.of());
  }

  /** The same, but none of those that are known to differ in something else. */
  public Optional<Subscription> sameAs(Subscription subscription, Set<SubscriptionId> others) {
    return allSameAs(subscription).stream().filter(one -> !others.contains(one.id())).findFirst();
  }

  /** All other subscriptions with the same identity. */
  public List<Subscription> allSameAs(Subscription subscription) {
    SubscriptionIdentity identity = subscription.identity();
    Object candidates = byIdentity.get(identity.hashCode());
    return candidates == null
        ? List.of()
        : bucket(candidates).toList().stream()
            .filter(one -> !one.id().equals(subscription.id()) && one.identity().equals(identity))
            .toList();
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
        previous.identity().hashCode(),
        (hash, same) -> {
          SubscriptionBucket left = bucket(same).without(previous.id());
          return left.size() == 0 ? null : content(left);
        });
  }

  private static SubscriptionBucket bucket(Object content) {
    return content instanceof SubscriptionBucket several
        ? several
        : SubscriptionBucket.EMPTY.with((Subscription) content);
  }

  private static Object content(SubscriptionBucket bucket) {
    return bucket.size() == 1 ? bucket.first() : bucket;
  }
}
