package io.posthorn.core.shard;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of the shard, each stored once. Those that came last are kept in memory as well: most
 * are sent in the turn that accepts them.
 */
final class Events {
  /** What may be kept in memory: thousands of ordinary events, or a few of the largest. */
  private static final long CACHE_BYTES = 16L << 20;

  private final ShardStore store;
  private final LinkedHashMap<EventKey, StoredEvent> recent = new LinkedHashMap<>();
  private long recentFootprint;

  Events(ShardStore store) {
    this.store = store;
  }

  /** The key under which an event id is known already, or null. */
  @Nullable EventKey known(String customerId, String eventId) {
    byte[] value = store.get(Keys.eventId(customerId, eventId));
    return value == null ? null : EventKey.read(new ByteReader(value));
  }

  void add(EventKey key, StoredEvent event) {
    String customerId = event.event().customerId();
    byte[] encoded = event.encode();
    store.put(Keys.event(customerId, key), encoded);
    ByteWriter out = new ByteWriter(16);
    key.write(out);
    store.put(Keys.eventId(customerId, event.event().id()), out.toBytes());
    if (!event.targets().isEmpty()) {
      // Not the event as it came: its states lie in the body of the whole request, which one small
      // event would keep in memory for all the others.
      remember(key, StoredEvent.decode(encoded));
    }
  }

  @Nullable StoredEvent get(String customerId, EventKey key) {
    StoredEvent cached = recent.get(key);
    if (cached != null) {
      // The key alone does not say whose it is: to everybody else it is not there.
      return cached.event().customerId().equals(customerId) ? cached : null;
    }
    byte[] value = store.get(Keys.event(customerId, key));
    return value == null ? null : StoredEvent.decode(value);
  }

  /** Everybody who has events, found by leaping from one customer's range to the next. */
  List<String> customers() {
    List<String> found = new ArrayList<>();
    byte[] end = Keys.endOf(Keys.table(Table.EVENT));
    byte[][] from = {Keys.table(Table.EVENT)};
    int before;
    do {
      before = found.size();
      store.scan(
          from[0],
          end,
          (key, value) -> {
            found.add(new ByteReader(key, 1).word());
            return false;
          });
      if (found.size() > before) {
        from[0] = Keys.endOf(Keys.customer(Table.EVENT, found.getLast()));
      }
    } while (found.size() > before);
    return found;
  }

  /** Replaces an event by a smaller form of itself. */
  void shrink(EventKey key, StoredEvent smaller) {
    forget(key);
    store.put(Keys.event(smaller.event().customerId(), key), smaller.encode());
  }

  /** Puts an event in the place of the one under its key, or beside others as a copy. */
  void replace(EventKey key, StoredEvent event) {
    forget(key);
    store.put(Keys.event(event.event().customerId(), key), event.encode());
  }

  /** Removes the copy of another shard's event, whose id is not kept here. */
  void removeCopy(String customerId, EventKey key) {
    forget(key);
    store.delete(Keys.event(customerId, key));
  }

  void remove(EventKey key, StoredEvent event) {
    forget(key);
    store.delete(Keys.event(event.event().customerId(), key));
    store.delete(Keys.eventId(event.event().customerId(), event.event().id()));
  }

  private void remember(EventKey key, StoredEvent event) {
    if (recent.put(key, event) == null) {
      recentFootprint += event.footprint();
    }
    var oldest = recent.entrySet().iterator();
    while (recentFootprint > CACHE_BYTES) {
      Map.Entry<EventKey, StoredEvent> entry = oldest.next();
      recentFootprint -= entry.getValue().footprint();
      oldest.remove();
    }
  }

  private void forget(EventKey key) {
    StoredEvent gone = recent.remove(key);
    if (gone != null) {
      recentFootprint -= gone.footprint();
    }
  }
}
