package io.posthorn.core.shard.read;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.layout.CircuitEntry;
import io.posthorn.core.shard.layout.CircuitEvent;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reading side of stored endpoints and their circuit histories. Safe for any thread. */
public final class EndpointReader {
  private final ShardView store;
  private final CustomerReader customers;
  private final CircuitRules rules;

  public EndpointReader(ShardView store, CircuitRules rules) {
    this.store = store;
    customers = new CustomerReader(store);
    this.rules = rules;
  }

  /** A customer's endpoint, or null if it has none of that id. */
  public @Nullable EndpointView get(String customerId, EndpointId id, long now) {
    EndpointRecord endpoint = find(customerId, id);
    return endpoint == null
        ? null
        : EndpointView.of(endpoint, customers.deliveryPaused(customerId), now);
  }

  private @Nullable EndpointRecord find(String customerId, EndpointId id) {
    byte[] key = StoreKeys.endpoint(customerId, id);
    byte[] stateKey = StoreKeys.endpointState(customerId, id);
    store.expect(List.of(key, stateKey));
    byte[] value = store.get(key);
    byte[] state = store.get(stateKey);
    return value == null || state == null ? null : decode(id, value, state);
  }

  private EndpointRecord decode(EndpointId id, byte[] value, byte[] state) {
    EndpointRecord endpoint = EndpointRecord.decode(id, value, rules);
    endpoint.readState(state);
    return endpoint;
  }

  /** Those of a customer's endpoints that exist, by their ids. */
  public Map<EndpointId, EndpointView> get(String customerId, Set<EndpointId> ids, long now) {
    Map<EndpointId, EndpointView> found = new HashMap<>();
    for (EndpointId id : ids) {
      EndpointView endpoint = get(customerId, id, now);
      if (endpoint != null) {
        found.put(id, endpoint);
      }
    }
    return found;
  }

  /**
   * The start of the schedule of an endpoint's oldest waiting message; 0 if none waits. The floors
   * keep this scan short, whatever was delivered before.
   */
  public long oldestWaiting(String customerId, EndpointId id) {
    EndpointRecord endpoint = find(customerId, id);
    if (endpoint == null) {
      return 0;
    }
    long queued =
        Math.min(
            firstTime(
                StoreKeys.laneFrom(id, Lane.FIRST, endpoint.lanes().floor(Lane.FIRST)),
                StoreKeys.endOf(StoreKeys.lane(id, Lane.FIRST))),
            firstTime(
                StoreKeys.expiriesFrom(id, endpoint.lanes().expiryFloor()),
                StoreKeys.endOf(StoreKeys.expiries(id))));
    long outside = endpoint.lanes().outsideSince();
    long oldest = outside == 0 ? queued : Math.min(queued, outside);
    return oldest == Long.MAX_VALUE ? 0 : oldest;
  }

  private long firstTime(byte[] from, byte[] to) {
    long[] first = {Long.MAX_VALUE};
    store.scan(
        from,
        to,
        (key, value) -> {
          first[0] = StoreKeys.time(key);
          return false;
        });
    return first[0];
  }

  /** A customer's endpoints after one (null: from the first), in the order of their ids. */
  public List<EndpointView> list(
      String customerId, @Nullable EndpointId behind, int most, long now) {
    byte[] all = StoreKeys.customer(Table.ENDPOINT, customerId);
    byte[] from = behind == null ? all : StoreKeys.after(StoreKeys.endpoint(customerId, behind));
    boolean deliveryPaused = customers.deliveryPaused(customerId);
    SequencedMap<EndpointId, byte[]> records = new LinkedHashMap<>();
    store.scan(
        from,
        StoreKeys.endOf(all),
        (key, value) -> {
          records.put(StoreKeys.endpointId(key), value);
          return records.size() < most;
        });
    if (records.isEmpty()) {
      return List.of();
    }
    List<EndpointView> found = new ArrayList<>();
    store.scan(
        StoreKeys.endpointState(customerId, records.firstEntry().getKey()),
        StoreKeys.after(StoreKeys.endpointState(customerId, records.lastEntry().getKey())),
        (key, state) -> {
          EndpointId id = StoreKeys.endpointId(key);
          byte[] record = records.get(id);
          if (record != null) {
            found.add(EndpointView.of(decode(id, record, state), deliveryPaused, now));
          }
          return true;
        });
    return found;
  }

  /** The history of an endpoint's circuit, newest first. */
  public List<CircuitHistoryEntry> circuitHistory(String customerId, EndpointId id, int most) {
    List<CircuitHistoryEntry> found = new ArrayList<>();
    byte[] all = StoreKeys.circuitHistory(customerId, id);
    store.scanBack(
        all,
        StoreKeys.endOf(all),
        (key, value) -> {
          ByteReader in = new ByteReader(key, all.length);
          CircuitEntry entry = CircuitEntry.decode(in.u64(), CircuitEvent.of(in.u8()), value);
          found.add(CircuitHistoryEntry.of(entry));
          return found.size() < most;
        });
    return found;
  }
}
