package io.posthorn.core.shard.delivery;

import io.posthorn.core.shard.layout.CircuitEntry;
import io.posthorn.core.shard.layout.CircuitEvent;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import java.util.ArrayList;
import java.util.List;

/**
 * The log of circuits: records their changes and probes. Each endpoint keeps its latest entries;
 * writes are rare, so the oldest entry is found by a scan.
 */
final class CircuitLog {
  /** More than a day of probes, or months of ordinary trouble. */
  static final int MOST = 200;

  private final ShardState state;

  CircuitLog(ShardState state) {
    this.state = state;
  }

  void write(Endpoint endpoint, CircuitEvent event) {
    CircuitEntry entry =
        new CircuitEntry(
            state.now(),
            event,
            endpoint.circuit().consecutiveFailures(),
            endpoint.circuit().attemptsInWindow(state.now()),
            endpoint.circuit().failuresInWindow(state.now()));
    state.store.put(
        StoreKeys.circuitEntry(endpoint.customerId(), endpoint.id(), state.now(), event),
        entry.encode());
    removeOldest(endpoint);
  }

  private void removeOldest(Endpoint endpoint) {
    List<byte[]> keys = new ArrayList<>();
    byte[] all = StoreKeys.circuitHistory(endpoint.customerId(), endpoint.id());
    state.store.scan(all, StoreKeys.endOf(all), (key, value) -> keys.add(key));
    for (int i = 0; i < keys.size() - MOST; i++) {
      state.store.delete(keys.get(i));
    }
  }
}
