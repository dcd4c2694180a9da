package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The subscriptions of a shard, in memory. */
public final class SubscriptionRegistry {
  private final ShardStore store;
  private final SubscriptionIndex index = new SubscriptionIndex();

  /** Never iterated, so its order does not matter. */
  private final Map<SubscriptionId, Listed> byId = new HashMap<>();

  /** A subscription and the id of its endpoint, which is expensive to compute. */
  public record Listed(Subscription subscription, EndpointId endpoint) {}

  /** Subscriptions that have moved to another shard, which are never matched here. */
  private final TreeMap<SubscriptionId, Subscription> moved = new TreeMap<>();

  private final Predicate<EndpointId> elsewhere;

  SubscriptionRegistry(
      ShardStore store,
      @Nullable OperatorSubscription operatorSubscription,
      Predicate<EndpointId> elsewhere) {
    this.store = store;
    this.elsewhere = elsewhere;
    byte[] from = StoreKeys.table(Table.SUBSCRIPTION);
    store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          add(SubscriptionCodec.decode(value));
          return true;
        });
    if (operatorSubscription != null) {
      // Comes from the settings and not from a customer: never stored, never matched.
      Subscription subscription = operatorSubscription.subscription();
      byId.put(subscription.id(), new Listed(subscription, subscription.endpointId()));
    }
  }

  public SubscriptionIndex index() {
    return index;
  }

  public @Nullable Listed get(SubscriptionId id) {
    return byId.get(id);
  }

  public void put(Subscription subscription) {
    store.put(StoreKeys.subscription(subscription.id()), SubscriptionCodec.encode(subscription));
    add(subscription);
  }

  public void remove(Subscription subscription) {
    store.delete(StoreKeys.subscription(subscription.id()));
    byId.remove(subscription.id());
    index.remove(subscription.id());
    moved.remove(subscription.id());
  }

  /** All subscriptions of a customer, including those that have moved to another shard. */
  public List<Subscription> all(String customerId) {
    List<Subscription> found = new ArrayList<>(index.all(customerId));
    moved.values().stream()
        .filter(subscription -> subscription.customerId().equals(customerId))
        .forEach(found::add);
    return found;
  }

  private void add(Subscription subscription) {
    EndpointId endpoint = subscription.endpointId();
    byId.put(subscription.id(), new Listed(subscription, endpoint));
    if (elsewhere.test(endpoint)) {
      moved.put(subscription.id(), subscription);
      index.remove(subscription.id());
    } else {
      moved.remove(subscription.id());
      index.put(subscription);
    }
  }
}
