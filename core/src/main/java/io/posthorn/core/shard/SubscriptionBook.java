package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionIndex;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shard's own copy of the subscriptions: what it decides by. */
final class SubscriptionBook {
  private final ShardStore store;
  private final SubscriptionIndex index = new SubscriptionIndex();

  /** Looked up, never walked: its order is nobody's business. */
  private final Map<SubscriptionId, Listed> byId = new HashMap<>();

  /** A subscription and the id of its endpoint, which costs a digest to work out. */
  record Listed(Subscription subscription, EndpointId endpoint) {}

  SubscriptionBook(ShardStore store, @Nullable OperatorNews operatorNews) {
    this.store = store;
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
  }

  private void add(Subscription subscription) {
    byId.put(subscription.id(), new Listed(subscription, subscription.endpointId()));
    index.put(subscription);
  }
}
