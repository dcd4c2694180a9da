package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The shard's own copy of the subscriptions: what it decides by. */
final class SubscriptionBook {
  private final ShardStore store;
  private final SubscriptionIndex index = new SubscriptionIndex();

  /** Looked up, never walked: its order is nobody's business. */
  private final Map<SubscriptionId, Listed> byId = new HashMap<>();

  /** A subscription and the id of its endpoint, which costs a digest to work out. */
  record Listed(Subscription subscription, EndpointId endpoint) {}

  /** Those that have moved to another shard, which are never matched here. */
  private final TreeMap<SubscriptionId, Subscription> moved = new TreeMap<>();

  private final Predicate<EndpointId> elsewhere;

  SubscriptionBook(
      ShardStore store, @Nullable OperatorNews operatorNews, Predicate<EndpointId> elsewhere) {
    this.store = store;
    this.elsewhere = elsewhere;
    byte[] from = Keys.table(Table.SUBSCRIPTION);
    store.scan(
        from,
        Keys.endOf(from),
        (key, value) -> {
          add(SubscriptionCodec.decode(value));
          return true;
        });
    if (operatorNews != null) {
      // Comes from the settings and not from a customer: never stored, never matched.
      Subscription wish = operatorNews.subscription();
      byId.put(wish.id(), new Listed(wish, wish.endpointId()));
    }
  }

  SubscriptionIndex index() {
    return index;
  }

  @Nullable Listed get(SubscriptionId id) {
    return byId.get(id);
  }

  void put(Subscription subscription) {
    store.put(Keys.subscription(subscription.id()), SubscriptionCodec.encode(subscription));
    add(subscription);
  }

  void remove(Subscription subscription) {
    store.delete(Keys.subscription(subscription.id()));
    byId.remove(subscription.id());
    index.remove(subscription.id());
    moved.remove(subscription.id());
  }

  /** All of a customer, those included that have moved to another shard. */
  List<Subscription> all(String customerId) {
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
