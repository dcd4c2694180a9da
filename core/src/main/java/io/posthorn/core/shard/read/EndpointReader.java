package io.posthorn.core.shard.read;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reading side of stored endpoints. Safe for any thread. */
public final class EndpointReader {
  private final ShardView store;
  private final CircuitRules rules;

  public EndpointReader(ShardView store, CircuitRules rules) {
    this.store = store;
    this.rules = rules;
  }

  /** A customer's endpoint, or null if it has none of that id. */
  public @Nullable EndpointView get(String customerId, EndpointId id, long now) {
    byte[] value = store.get(StoreKeys.endpoint(id));
    if (value == null) {
      return null;
    }
    EndpointRecord endpoint = EndpointRecord.decode(id, value, rules);
    return endpoint.customerId().equals(customerId) ? EndpointView.of(endpoint, now) : null;
  }

  /**
   * The start of the schedule of an endpoint's oldest waiting message; 0 if none waits. The floors
   * keep this scan short, whatever was delivered before.
   */
  public long oldestWaiting(EndpointId id) {
    byte[] value = store.get(StoreKeys.endpoint(id));
    if (value == null) {
      return 0;
    }
    EndpointRecord endpoint = EndpointRecord.decode(id, value, rules);
    long oldest =
        Math.min(
            firstMoment(
                StoreKeys.laneFrom(id, Lane.FIRST, endpoint.laneFloor(Lane.FIRST)),
                StoreKeys.endOf(StoreKeys.lane(id, Lane.FIRST))),
            firstMoment(
                StoreKeys.expiriesFrom(id, endpoint.expiryFloor()),
                StoreKeys.endOf(StoreKeys.expiries(id))));
    return oldest == Long.MAX_VALUE ? 0 : oldest;
  }

  private long firstMoment(byte[] from, byte[] to) {
    long[] first = {Long.MAX_VALUE};
    store.scan(
        from,
        to,
        (key, value) -> {
          first[0] = StoreKeys.moment(key);
          return false;
        });
    return first[0];
  }

  /** A customer's endpoints after one (null: from the first), in the order of their ids. */
  public List<EndpointView> list(
      String customerId, @Nullable EndpointId behind, int most, long now) {
    List<EndpointView> found = new ArrayList<>();
    byte[] from =
        behind == null
            ? StoreKeys.table(Table.ENDPOINT)
            : StoreKeys.after(StoreKeys.endpoint(behind));
    store.scan(
        from,
        StoreKeys.endOf(StoreKeys.table(Table.ENDPOINT)),
        (key, value) -> {
          ByteReader in = new ByteReader(key, 1);
          EndpointRecord endpoint =
              EndpointRecord.decode(new EndpointId(in.u64(), in.u64()), value, rules);
          if (endpoint.customerId().equals(customerId)) {
            found.add(EndpointView.of(endpoint, now));
          }
          return found.size() < most;
        });
    return found;
  }
}
