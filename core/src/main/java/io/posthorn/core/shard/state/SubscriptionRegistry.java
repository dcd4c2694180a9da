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
import io.posthorn.core.text.SharedTexts;
import io.posthorn.core.url.TargetUrl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The subscriptions of a shard, in memory. */
public final class SubscriptionRegistry {
  private static final byte[] NO_VALUE = {};

  private final ShardStore store;
  private final SubscriptionIndex index = new SubscriptionIndex();

  /** Never iterated, so its order does not matter. */
  private final Map<SubscriptionId, Listed> byId = new HashMap<>();

  /** A subscription and the id of its endpoint, which is expensive to compute. */
  public record Listed(Subscription subscription, EndpointId endpoint) {}

  /** Subscriptions that have moved to another shard, which are never matched here. */
  private final TreeMap<SubscriptionId, Subscription> moved = new TreeMap<>();

  private final Endpoints endpoints;
  private final Predicate<EndpointId> elsewhere;

  SubscriptionRegistry(
      ShardStore store,
      Endpoints endpoints,
      @Nullable OperatorSubscription operatorSubscription,
      Predicate<EndpointId> elsewhere) {
    this.store = store;
    this.endpoints = endpoints;
    this.elsewhere = elsewhere;
    open();
    if (operatorSubscription != null) {
      // Comes from the settings and not from a customer: never stored, never matched.
      Subscription subscription = operatorSubscription.subscription();
      byId.put(subscription.id(), new Listed(subscription, subscription.endpointId()));
    }
  }

  /**
   * Reads the stored subscriptions. They find their endpoints by URL: computing the id of each is a
   * large part of a start with many.
   */
  private void open() {
    Map<String, Endpoint> byUrl = HashMap.newHashMap(endpoints.all().size());
    endpoints.all().forEach(endpoint -> byUrl.put(endpoint.url().text(), endpoint));
    SharedTexts texts = new SharedTexts();
    byte[] from = StoreKeys.table(Table.SUBSCRIPTION);
    store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          Subscription read =
              SubscriptionCodec.decode(value, text -> url(byUrl.get(text), text), texts::shared);
          Endpoint known = byUrl.get(read.url().text());
          if (known != null && known.customerId().equals(read.customerId())) {
            add(read, known.id());
          } else {
            add(read); // another customer has the same URL, or the endpoint is elsewhere
          }
          return true;
        });
  }

  private static TargetUrl url(@Nullable Endpoint known, String text) {
    return known == null ? new TargetUrl(text) : known.url();
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
    EndpointId endpoint = subscription.endpointId();
    if (!elsewhere.test(endpoint)) {
      noteEndpoint(subscription.customerId(), subscription.id(), endpoint);
    }
  }

  /**
   * Notes that messages of a subscription are listed at an endpoint. The note outlives both, as the
   * endpoint's record does: it is removed with the customer.
   */
  public void noteEndpoint(String customerId, SubscriptionId id, EndpointId endpoint) {
    byte[] key = StoreKeys.subscriptionEndpoint(customerId, id, endpoint);
    if (store.get(key) == null) {
      store.put(key, NO_VALUE);
    }
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

  /** Keeps a subscription; it shares the texts of its endpoint, which were read separately. */
  private void add(Subscription read) {
    EndpointId computed = read.endpointId();
    Endpoint known = endpoints.get(computed);
    if (known == null) {
      add(read, computed);
    } else {
      add(read.withUrl(known.url()), known.id());
    }
  }

  private void add(Subscription subscription, EndpointId endpoint) {
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
