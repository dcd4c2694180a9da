package io.posthorn.engine.read;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.EventView;
import io.posthorn.core.shard.read.History;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A stored event with its messages.
 *
 * @param hasPayload false after retention has removed its states
 */
public record EventRecord(EventKey key, Event event, boolean hasPayload, List<Message> messages) {

  /** Reads an event by its id, with the messages of all reachable shards. */
  static Optional<Partial<EventRecord>> read(ShardReads shards, String customerId, String id) {
    Partial.Missed missed = new Partial.Missed();
    List<EventRecord> copies =
        shards
            .<@Nullable EventRecord>readEach(
                missed::add, view -> read(new History(view), customerId, id))
            .stream()
            .filter(Objects::nonNull)
            .toList();
    if (copies.isEmpty() && !missed.isEmpty()) {
      throw missed.refusal();
    }
    return copies.isEmpty() ? Optional.empty() : Optional.of(missed.of(join(copies)));
  }

  private static @Nullable EventRecord read(History history, String customerId, String id) {
    EventKey key = history.eventKey(customerId, id);
    EventView event = key == null ? null : history.event(customerId, key);
    return event == null ? null : of(history, customerId, event);
  }

  /** Reads the copies of events in one shard, without their states. */
  static List<EventRecord> readAll(History history, String customerId, Set<String> ids) {
    history.expectEventKeys(customerId, ids);
    List<EventKey> keys = new ArrayList<>();
    for (String id : ids) {
      EventKey key = history.eventKey(customerId, id);
      if (key != null) {
        keys.add(key);
      }
    }
    history.expectEvents(customerId, keys.stream().map(key -> new MessageId(key, 0)).toList());
    List<EventView> views = new ArrayList<>();
    List<MessageId> messages = new ArrayList<>();
    for (EventKey key : keys) {
      EventView view = history.event(customerId, key);
      if (view != null) {
        views.add(view);
        messages.addAll(view.messageIds());
      }
    }
    history.expectMessages(customerId, messages);
    return views.stream().map(view -> of(history, customerId, view).withoutStates()).toList();
  }

  static EventRecord of(History history, String customerId, EventView event) {
    List<MessageId> ids = event.messageIds();
    history.expectMessages(customerId, ids);
    List<Message> messages = new ArrayList<>(ids.size());
    for (MessageId id : ids) {
      Message message = history.message(customerId, id, event);
      if (message != null) {
        messages.add(message);
      }
    }
    return new EventRecord(event.key(), event.event(), event.hasPayload(), messages);
  }

  /**
   * Merges the copies of an event; each shard has one with its own messages. The first one has its
   * key.
   */
  static EventRecord join(List<EventRecord> copies) {
    if (copies.size() == 1) {
      return copies.getFirst();
    }
    EventRecord first = Collections.min(copies, Comparator.comparing(EventRecord::key));
    EventRecord fullest = copies.stream().filter(EventRecord::hasPayload).findFirst().orElse(first);
    Map<MessageId, Message> messages = new TreeMap<>();
    for (EventRecord copy : copies) {
      copy.messages.forEach(message -> messages.merge(message.id(), message, EventRecord::later));
    }
    return new EventRecord(
        first.key, fullest.event, fullest.hasPayload, List.copyOf(messages.values()));
  }

  /** Chooses the later state: the original shard of a moved message only has its initial state. */
  private static Message later(Message one, Message other) {
    return other.status().ended() || other.attempts() > one.attempts() ? other : one;
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
