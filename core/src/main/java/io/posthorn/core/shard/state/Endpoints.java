package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.shard.lane.LaneMemory;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.text.SharedTexts;
import io.posthorn.core.url.TargetUrl;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All endpoints of the shard. They live in memory; each turn stores those that it changed. */
public final class Endpoints {
  private final ShardStore store;
  private final Rules rules;
  private final TreeMap<EndpointId, Endpoint> byId = new TreeMap<>();
  private final Map<String, CustomerLoad> customers = new HashMap<>(); // the order is undefined
  private final Map<String, TreeMap<EndpointId, Endpoint>> byCustomer = new HashMap<>(); // likewise

  /**
   * The hosts of all endpoints by name and port. The current limit of a host is kept as long as an
   * endpoint has that host; it starts anew with the process.
   */
  private final Map<String, Host> hosts = new HashMap<>(); // never iterated

  private final LaneMemory memory = new LaneMemory(LaneMemory.MOST);
  private final Set<Endpoint> changed = new LinkedHashSet<>();

  Endpoints(ShardStore store, Rules rules) {
    this.store = store;
    this.rules = rules;
    open();
  }

  /** Reads both records of every endpoint; the two tables have the same order. */
  private void open() {
    ArrayDeque<EndpointRecord> found = new ArrayDeque<>();
    SharedTexts texts = new SharedTexts();
    byte[] records = StoreKeys.table(Table.ENDPOINT);
    store.scan(
        records,
        StoreKeys.endOf(records),
        (key, value) -> {
          EndpointId id = StoreKeys.endpointId(key);
          found.add(EndpointRecord.decode(id, value, rules.circuit(), texts::shared));
          return true;
        });
    byte[] states = StoreKeys.table(Table.ENDPOINT_STATE);
    store.scan(
        states,
        StoreKeys.endOf(states),
        (key, value) -> {
          EndpointRecord endpoint = found.poll();
          if (endpoint == null || !endpoint.id().equals(StoreKeys.endpointId(key))) {
            throw new IllegalStateException("damaged store: an endpoint and a state do not match");
          }
          endpoint.readState(value);
          add(endpoint);
          return true;
        });
    if (!found.isEmpty()) {
      throw new IllegalStateException("damaged store: an endpoint without its state");
    }
  }

  private Endpoint add(EndpointRecord stored) {
    CustomerLoad customer = customers.computeIfAbsent(stored.customerId(), c -> new CustomerLoad());
    Endpoint endpoint = new Endpoint(stored, memory, customer, enterHost(stored.url()));
    byId.put(endpoint.id(), endpoint);
    byCustomer
        .computeIfAbsent(endpoint.customerId(), c -> new TreeMap<>())
        .put(endpoint.id(), endpoint);
    customer.waiting += endpoint.waiting();
    return endpoint;
  }

  private Host enterHost(TargetUrl url) {
    Host host = hosts.computeIfAbsent(url.hostAndPort(), name -> new Host(name, rules.limits()));
    host.endpoints++;
    return host;
  }

  private void leaveHost(Host host) {
    if (--host.endpoints == 0) {
      hosts.remove(host.name);
    }
  }

  /** The number of messages that wait for a customer, including those in flight. */
  public long waiting(String customerId) {
    CustomerLoad customer = customers.get(customerId);
    return customer == null ? 0 : customer.waiting;
  }

  /** The waiting messages of each customer that has at least a given number. */
  public SortedMap<String, Long> waitingAtLeast(long least) {
    SortedMap<String, Long> waiting = new TreeMap<>(); // the order of the customers is not defined
    customers.forEach(
        (id, customer) -> {
          if (customer.waiting >= least) {
            waiting.put(id, customer.waiting);
          }
        });
    return waiting;
  }

  /** The number of customers that have endpoints here. */
  int customers() {
    return customers.size();
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
        add(
            new EndpointRecord(
                id, customerId.intern(), url, EndpointSecrets.of(secret), rules.circuit(), now));
    made.lanes().setExpiryFloor(Long.MAX_VALUE);
    changed(made);
    return made;
  }

  public Collection<Endpoint> all() {
    return Collections.unmodifiableCollection(byId.values());
  }

  public List<Endpoint> ofCustomer(String customerId) {
    return ofCustomer(customerId, null, Integer.MAX_VALUE);
  }

  /** Some of a customer's endpoints, in the order of their ids. */
  public List<Endpoint> ofCustomer(String customerId, int most) {
    return ofCustomer(customerId, null, most);
  }

  /**
   * Some of a customer's endpoints behind one (null: from the first), in the order of their ids.
   */
  public List<Endpoint> ofCustomer(String customerId, @Nullable EndpointId behind, int most) {
    TreeMap<EndpointId, Endpoint> theirs = byCustomer.get(customerId);
    if (theirs == null) {
      return List.of();
    }
    Map<EndpointId, Endpoint> rest = behind == null ? theirs : theirs.tailMap(behind, false);
    return rest.values().stream().limit(most).toList();
  }

  /** Some endpoints of a customer, or of all (null), behind one in the order of their ids. */
  List<Endpoint> behind(@Nullable String customerId, @Nullable EndpointId behind, int most) {
    if (customerId != null) {
      return ofCustomer(customerId, behind, most);
    }
    Map<EndpointId, Endpoint> rest = behind == null ? byId : byId.tailMap(behind, false);
    return rest.values().stream().limit(most).toList();
  }

  public void changed(Endpoint endpoint) {
    changed.add(endpoint);
  }

  void remove(Endpoint endpoint) {
    endpoint.lanes().forget();
    byId.remove(endpoint.id());
    byCustomer.computeIfPresent(
        endpoint.customerId(),
        (customer, theirs) -> {
          theirs.remove(endpoint.id());
          return theirs.isEmpty() ? null : theirs;
        });
    endpoint.customer().waiting -= endpoint.waiting();
    if (!byCustomer.containsKey(endpoint.customerId())) {
      customers.remove(endpoint.customerId());
    }
    leaveHost(endpoint.host());
    changed.remove(endpoint);
    store.delete(StoreKeys.endpoint(endpoint.customerId(), endpoint.id()));
    store.delete(StoreKeys.endpointState(endpoint.customerId(), endpoint.id()));
  }

  /** Stores the endpoints that this turn changed, and passes each to a consumer. */
  void flush(Consumer<Endpoint> witness) {
    for (Endpoint endpoint : changed) {
      witness.accept(endpoint);
      endpoint.lanes().noteOutside();
      store.put(
          StoreKeys.endpointState(endpoint.customerId(), endpoint.id()), endpoint.encodeState());
      if (endpoint.stored().takeChanged()) {
        store.put(
            StoreKeys.endpoint(endpoint.customerId(), endpoint.id()), endpoint.stored().encode());
      }
    }
    changed.clear();
  }
}
