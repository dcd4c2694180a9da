package io.posthorn.engine.read;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.read.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A stored event with its messages.
 *
 * @param hasPayload false after retention has removed its states
 */
public record EventRecord(EventKey key, Event event, boolean hasPayload, List<Message> messages) {

  static @Nullable EventRecord read(History history, String customerId, EventKey key) {
    StoredEvent stored = history.event(customerId, key);
    return stored == null ? null : of(history, customerId, key, stored);
  }

  static EventRecord of(History history, String customerId, EventKey key, StoredEvent stored) {
    List<MessageId> ids = messageIds(key, stored);
    history.expectMessages(customerId, ids);
    List<Message> messages = new ArrayList<>(ids.size());
    for (MessageId id : ids) {
      Message message = history.message(customerId, id, stored);
      if (message != null) {
        messages.add(message);
      }
    }
    return new EventRecord(key, stored.event(), stored.hasPayload(), messages);
  }

  /** The ids of an event's messages. */
  static List<MessageId> messageIds(EventKey key, StoredEvent stored) {
    return IntStream.range(0, stored.targets().size())
        .mapToObj(ordinal -> new MessageId(key, ordinal))
        .toList();
  }

  /** Merges the copies of an event; each shard has one with its own messages. */
  static EventRecord join(List<EventRecord> copies) {
    EventRecord first = copies.getFirst();
    if (copies.size() == 1) {
      return first;
    }
    EventRecord fullest = copies.stream().filter(EventRecord::hasPayload).findFirst().orElse(first);
    Map<MessageId, Message> messages = new TreeMap<>();
    for (EventRecord copy : copies) {
      copy.messages.forEach(message -> messages.merge(message.id(), message, EventRecord::later));
    }
    return new EventRecord(
        first.key, fullest.event, fullest.hasPayload, List.copyOf(messages.values()));
  }

  /** Chooses the later state: the first shard of a moved message knows only its beginning. */
  private static Message later(Message one, Message other) {
    return other.status().ended() || other.attempts() > one.attempts() ? other : one;
  }

  /** The part of the key that all copies share: everything but the shard. */
  static EventKey place(EventKey key) {
    return EventKey.of(key.acceptedAt(), 0, (int) (key.low() >>> Integer.SIZE), (int) key.low());
  }

  EventKey place() {
    return place(key);
  }

  /** A copy without the event's states. */
  EventRecord withoutStates() {
    return new EventRecord(key, withoutStates(event), hasPayload, messages);
  }

  static Event withoutStates(Event event) {
    return new Event(
        event.customerId(),
        event.id(),
        event.objCode(),
        event.eventType(),
        event.objId(),
        event.eventTime(),
        event.userId(),
        null,
        null,
        event.traceparent());
  }
}
