package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.url.TargetUrl;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All endpoints of the shard. They live in memory; each turn stores those that it changed. */
public final class Endpoints {
  private final ShardStore store;
  private final Rules rules;
  private final TreeMap<EndpointId, Endpoint> byId = new TreeMap<>();
  private final Map<String, WaitingCount> waiting = new HashMap<>(); // never iterated
  private final Set<Endpoint> changed = new LinkedHashSet<>();

  Endpoints(ShardStore store, Rules rules) {
    this.store = store;
    this.rules = rules;
    byte[] from = StoreKeys.table(Table.ENDPOINT);
    store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          ByteReader in = new ByteReader(key, 1);
          EndpointId id = new EndpointId(in.u64(), in.u64());
          add(new Endpoint(EndpointRecord.decode(id, value, rules.circuit())));
          return true;
        });
  }

  private void add(Endpoint endpoint) {
    byId.put(endpoint.id(), endpoint);
    endpoint.shareCount(waiting.computeIfAbsent(endpoint.customerId(), c -> new WaitingCount()));
  }

  /** The number of messages that wait for a customer, including those in flight. */
  public long waiting(String customerId) {
    WaitingCount count = waiting.get(customerId);
    return count == null ? 0 : count.messages;
  }

  public @Nullable Endpoint get(EndpointId id) {
    return byId.get(id);
  }

  /** The endpoint of an id, if it belongs to this customer. */
  public @Nullable Endpoint get(String customerId, EndpointId id) {
    Endpoint endpoint = byId.get(id);
    return endpoint != null && endpoint.customerId().equals(customerId) ? endpoint : null;
  }

  /** The endpoint of a URL, created if there is none; it outlives its subscriptions. */
  public Endpoint open(EndpointId id, String customerId, TargetUrl url, byte[] secret, long now) {
    Endpoint known = byId.get(id);
    if (known != null) {
      return known;
    }
    Endpoint made =
        new Endpoint(
            new EndpointRecord(
                id, customerId, url, EndpointSecrets.of(secret), rules.circuit(), now));
    made.setExpiryFloor(Long.MAX_VALUE);
    add(made);
    changed(made);
    return made;
  }

  public Collection<Endpoint> all() {
    return Collections.unmodifiableCollection(byId.values());
  }

  public List<Endpoint> ofCustomer(String customerId) {
    List<Endpoint> found = new ArrayList<>();
    for (Endpoint endpoint : byId.values()) {
      if (endpoint.customerId().equals(customerId)) {
        found.add(endpoint);
      }
    }
    return found;
  }

  public void changed(Endpoint endpoint) {
    changed.add(endpoint);
  }

  void remove(Endpoint endpoint) {
    byId.remove(endpoint.id());
    endpoint.leaveCount();
    changed.remove(endpoint);
    store.delete(StoreKeys.endpoint(endpoint.id()));
  }

  /** Stores the endpoints that this turn changed, and passes each to a consumer. */
  void flush(Consumer<Endpoint> witness) {
    for (Endpoint endpoint : changed) {
      witness.accept(endpoint);
      store.put(StoreKeys.endpoint(endpoint.id()), endpoint.encode());
    }
    changed.clear();
  }
}
