package io.posthorn.core.shard.state;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The event ids that stay taken after their event was removed. They are stored apart from the
 * events, so that payload files can be dropped as a whole. Frees them in rounds of bounded steps.
 */
public final class EventIdRegistry {
  private final ShardState state;

  /** The customers that this round has not come to; null between rounds. */
  private @Nullable CustomerWalk customers;

  /** The customer whose ids this round examines; null before the next one. */
  private @Nullable String current;

  /** The last id freed, by customer, so that no step walks over deleted entries. */
  private final TreeMap<String, byte[]> freed = new TreeMap<>();

  EventIdRegistry(ShardState state) {
    this.state = state;
  }

  /** Returns when the id of an event may be used again. */
  public long freeAt(EventKey key) {
    return key.acceptedAt() + state.rules.retention().eventIds();
  }

  /** Keeps the id of an event that is removed. */
  public void keep(EventKey key, StoredEvent event) {
    byte[] id = new ByteWriter(64).word(event.event().id()).toBytes();
    state.store.put(StoreKeys.takenId(event.event().customerId(), key), id);
  }

  public void begin() {
    customers =
        new CustomerWalk(
            Table.TAKEN_ID,
            state.store,
            behind -> behind == null ? firstKey() : freed.higherKey(behind));
    current = null;
  }

  private @Nullable String firstKey() {
    return freed.isEmpty() ? null : freed.firstKey();
  }

  public boolean idle() {
    return customers == null;
  }

  /** Frees some of the ids that are due; a customer with none counts as one. */
  public void step(int most) {
    for (int left = most; left > 0 && customers != null; left--) {
      current = current == null ? customers.next() : current;
      if (current == null) {
        customers = null;
        return;
      }
      int freed = free(current, left);
      if (freed < left) {
        current = null;
      }
      left -= freed;
    }
  }

  private int free(String customerId, int most) {
    List<byte[]> ids = new ArrayList<>();
    List<byte[]> notes = new ArrayList<>();
    byte[] all = StoreKeys.customer(Table.TAKEN_ID, customerId);
    byte[] last = freed.get(customerId);
    byte[] from = last == null ? all : StoreKeys.after(last);
    state.store.scan(
        from,
        StoreKeys.endOf(all),
        (key, value) -> {
          if (freeAt(StoreKeys.eventKey(key)) > state.now()) {
            return false;
          }
          notes.add(key);
          ids.add(StoreKeys.eventId(customerId, new ByteReader(value).word()));
          return notes.size() < most;
        });
    ids.forEach(state.store::delete);
    if (!notes.isEmpty()) {
      state.store.deleteRange(from, StoreKeys.after(notes.getLast()), notes);
      freed.put(customerId, notes.getLast());
    }
    return notes.size();
  }
}
