package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.WholeEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A batch of adjacent events of a customer with their messages, read in two scans, because looking
 * up each message would cost more than processing it.
 */
final class EventBatch {
  /** The unit in which large events are weighed. */
  private static final int PIECE = 4 << 10;

  private final Map<EventKey, StoredEvent> events = new LinkedHashMap<>();
  private final List<WholeEvent> whole = new ArrayList<>();
  private int weight;
  private boolean more;

  private EventBatch() {}

  /**
   * Reads on from a key.
   *
   * @param most the maximum total weight; the first event is read whatever its weight
   */
  static EventBatch read(ShardState state, String customerId, byte[] from, byte[] to, int most) {
    EventBatch stretch = new EventBatch();
    if (StoreKeys.compare(from, to) < 0) {
      state.store.scan(from, to, (key, value) -> stretch.add(key, value, most));
      Map<MessageId, byte[]> records = stretch.records(state, customerId);
      stretch.events.forEach(
          (key, event) -> stretch.whole.add(state.messages.whole(key, event, records::get)));
    }
    return stretch;
  }

  private boolean add(byte[] key, byte[] value, int most) {
    StoredEvent event = StoredEvent.decode(value);
    events.put(StoreKeys.eventKey(key), event);
    weight += weight(event);
    more = weight >= most;
    return !more;
  }

  /** The weight of an event: its messages, or its size in units if that is more. */
  static int weight(StoredEvent event) {
    return Math.max(event.targets().size(), 1 + event.footprint() / PIECE);
  }

  /** The records of their messages; messages waiting for their first attempt have none. */
  private Map<MessageId, byte[]> records(ShardState state, String customerId) {
    Map<MessageId, byte[]> records = new HashMap<>();
    EventKey first = null;
    EventKey last = null;
    for (Map.Entry<EventKey, StoredEvent> entry : events.entrySet()) {
      if (!entry.getValue().targets().isEmpty()) {
        first = first == null ? entry.getKey() : first;
        last = entry.getKey();
      }
    }
    if (first != null && last != null) {
      state.store.scan(
          StoreKeys.messagesOf(customerId, first),
          StoreKeys.endOf(StoreKeys.messagesOf(customerId, last)),
          (key, value) -> {
            records.put(StoreKeys.messageId(key), value);
            return true;
          });
    }
    return records;
  }

  void forEach(Consumer<WholeEvent> visitor) {
    whole.forEach(visitor);
  }

  int size() {
    return whole.size();
  }

  boolean isEmpty() {
    return whole.isEmpty();
  }

  EventKey lastKey() {
    return whole.getLast().key();
  }

  /** The total weight of the events. */
  int weight() {
    return weight;
  }

  /** Whether there may be more after them. */
  boolean more() {
    return more;
  }
}
