package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.state.Messages.EventWithMessages;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.MeteredView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A batch of adjacent events of a customer with their messages, read in two scans, because looking
 * up each message would cost more than processing it.
 */
final class EventBatch {
  private final Map<EventKey, StoredEvent> events = new LinkedHashMap<>();
  private final List<EventWithMessages> whole = new ArrayList<>();
  private int weight;
  private boolean more;

  /** An event that is too large for a batch, if the batch would begin with it. */
  private @Nullable EventKey largeKey;

  private @Nullable StoredEvent large;

  private EventBatch() {}

  /**
   * Reads on from a key, up to an event that has to be examined in parts.
   *
   * @param most the maximum total weight; the first event is read whatever its weight
   */
  static EventBatch read(ShardState state, String customerId, byte[] from, byte[] to, int most) {
    EventBatch batch = new EventBatch();
    if (StoreKeys.compare(from, to) < 0) {
      state.store.scan(from, to, (key, value) -> batch.add(key, value, most));
      Map<MessageId, byte[]> records = batch.records(state, customerId);
      batch.events.forEach(
          (key, event) -> batch.whole.add(state.messages.whole(key, event, records::get)));
    }
    return batch;
  }

  private boolean add(byte[] key, byte[] value, int most) {
    StoredEvent event = StoredEvent.decode(value);
    if (LargeEvent.is(event)) {
      if (events.isEmpty()) {
        largeKey = StoreKeys.eventKey(key);
        large = event;
      }
      weight += most;
      more = true;
      return false;
    }
    events.put(StoreKeys.eventKey(key), event);
    weight += weight(event);
    more = weight >= most;
    return !more;
  }

  /** The weight of an event: its messages, or its size in units if that is more. */
  static int weight(StoredEvent event) {
    return Math.max(event.targets().size(), 1 + event.footprint() / MeteredView.PIECE);
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

  /** Passes on the event that has to be examined in parts, if the batch consists of it. */
  boolean ifLarge(BiConsumer<EventKey, StoredEvent> visitor) {
    if (largeKey == null || large == null) {
      return false;
    }
    visitor.accept(largeKey, large);
    return true;
  }

  List<EventWithMessages> events() {
    return Collections.unmodifiableList(whole);
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

  /** Returns whether there may be more after them. */
  boolean more() {
    return more;
  }
}
