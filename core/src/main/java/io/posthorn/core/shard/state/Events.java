package io.posthorn.core.shard.state;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import org.jspecify.annotations.Nullable;

/** The events of the shard, each stored once. */
public final class Events {
  private final ShardStore store;
  private final RecentEvents recent = new RecentEvents();

  Events(ShardStore store) {
    this.store = store;
  }

  /** The key under which an event id is known already, or null. */
  public @Nullable EventKey known(String customerId, String eventId) {
    byte[] value = store.get(StoreKeys.eventId(customerId, eventId));
    return value == null ? null : EventKey.read(new ByteReader(value));
  }

  public void add(EventKey key, StoredEvent event) {
    String customerId = event.event().customerId();
    byte[] encoded = event.encode();
    store.put(StoreKeys.event(customerId, key), encoded);
    ByteWriter out = new ByteWriter(16);
    key.write(out);
    store.put(StoreKeys.eventId(customerId, event.event().id()), out.toBytes());
    if (!event.targets().isEmpty()) {
      // The states of the original are slices of the whole request body, which one small event
      // would keep in memory.
      recent.accepted(key, event.over(encoded));
    }
  }

  public @Nullable StoredEvent get(String customerId, EventKey key) {
    StoredEvent cached = recent.get(key);
    if (cached != null) {
      // The key alone does not identify the customer: for other customers it does not exist.
      return cached.event().customerId().equals(customerId) ? cached : null;
    }
    byte[] value = store.get(StoreKeys.event(customerId, key));
    if (value == null) {
      return null;
    }
    StoredEvent found = StoredEvent.decode(value);
    recent.read(key, found);
    return found;
  }

  /** The request of one of an event's messages started. */
  public void requestStarted(EventKey key) {
    recent.requestStarted(key);
  }

  /**
   * A walk over all customers with events, and possibly some whose events retention has removed.
   */
  public CustomerWalk customers() {
    return new CustomerWalk(
        Table.EVENT, store, behind -> CustomerWalk.behind(Table.RETENTION, store, behind));
  }

  /** Replaces an event with a smaller form of itself. */
  public void shrink(EventKey key, StoredEvent smaller) {
    recent.forget(key);
    store.put(StoreKeys.event(smaller.event().customerId(), key), smaller.encode());
  }

  /** Replaces the event under its key, or stores a copy of another shard's event. */
  public void replace(EventKey key, StoredEvent event) {
    recent.forget(key);
    store.put(StoreKeys.event(event.event().customerId(), key), event.encode());
  }

  /** Removes an event but not its id, which is kept elsewhere or belongs to another shard. */
  public void removeKeepingId(String customerId, EventKey key) {
    recent.forget(key);
    store.delete(StoreKeys.event(customerId, key));
  }

  /** Notes that an event's record is removed. */
  public void removed(EventKey key) {
    recent.forget(key);
  }

  /** Makes an event's id free again. */
  public void freeId(StoredEvent event) {
    store.delete(StoreKeys.eventId(event.event().customerId(), event.event().id()));
  }
}
