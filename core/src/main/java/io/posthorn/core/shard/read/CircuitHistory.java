package io.posthorn.core.shard.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.layout.CircuitEntry;
import io.posthorn.core.shard.layout.CircuitEvent;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;

/** The reading side of circuit histories. Safe for any thread. */
public final class CircuitHistory {
  private final ShardView store;

  public CircuitHistory(ShardView store) {
    this.store = store;
  }

  /** An endpoint's history, newest first. */
  public List<CircuitEntry> of(String customerId, EndpointId endpoint, int most) {
    List<CircuitEntry> found = new ArrayList<>();
    byte[] all = StoreKeys.circuitHistory(customerId, endpoint);
    store.scanBack(
        all,
        StoreKeys.endOf(all),
        (key, value) -> {
          ByteReader in = new ByteReader(key, all.length);
          found.add(CircuitEntry.decode(in.u64(), CircuitEvent.of(in.u8()), value));
          return found.size() < most;
        });
    return found;
  }
}
