package io.posthorn.core.shard.read;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptId;
import io.posthorn.core.message.EndedMessage;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.state.Messages;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.MeteredView;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The reading side of a shard's records: events, messages, attempts and the progress of bulk jobs.
 * It works on any committed state of the store, from any thread.
 */
public final class History {
  private final ShardView store;

  public History(ShardView store) {
    this.store = store;
  }

  /** The key of a customer's event by its id, or null. */
  public @Nullable EventKey eventKey(String customerId, String eventId) {
    byte[] value = store.get(StoreKeys.eventId(customerId, eventId));
    return value == null ? null : EventKey.read(new ByteReader(value));
  }

  /** Hints which events will be looked up by their ids next. */
  public void expectEventKeys(String customerId, Collection<String> eventIds) {
    store.expect(eventIds.stream().map(id -> StoreKeys.eventId(customerId, id)).toList());
  }

  public @Nullable EventView event(String customerId, EventKey key) {
    byte[] value = store.get(StoreKeys.event(customerId, key));
    return value == null ? null : new EventView(key, StoredEvent.decode(value));
  }

  /** A customer's events older than one (null: from the newest), newest first. */
  public List<EventView> events(String customerId, @Nullable EventKey before, int most) {
    return events(customerId, before, 0, most, Long.MAX_VALUE).rows();
  }

  /**
   * The same, accepted since a given time and up to a number of bytes; the last event may exceed
   * it.
   */
  public EventRows events(
      String customerId, @Nullable EventKey before, long since, int most, long mostBytes) {
    List<EventView> found = new ArrayList<>();
    long[] bytes = {0};
    boolean[] more = {false};
    int[] keys = {0};
    byte[] all = StoreKeys.customer(Table.EVENT, customerId);
    byte[] from = StoreKeys.eventsFrom(customerId, since);
    byte[] to = before == null ? StoreKeys.endOf(all) : StoreKeys.event(customerId, before);
    if (StoreKeys.compare(from, to) < 0) {
      store.scanBack(
          from,
          to,
          (key, value) -> {
            found.add(new EventView(StoreKeys.eventKey(key), StoredEvent.decode(value)));
            bytes[0] += value.length;
            keys[0] += MeteredView.keysRead(value);
            more[0] = found.size() >= most || bytes[0] >= mostBytes;
            return !more[0];
          });
    }
    return new EventRows(found, more[0], keys[0]);
  }

  /**
   * Some events, newest first.
   *
   * @param more whether there may be older ones
   * @param keys the cost of reading them, in keys
   */
  public record EventRows(List<EventView> rows, boolean more, int keys) {}

  public @Nullable Message message(String customerId, MessageId id) {
    byte[] value = store.get(StoreKeys.message(customerId, id));
    if (value != null) {
      return Message.decode(id, value);
    }
    EventView event = event(customerId, id.event());
    return event == null ? null : event.initialMessage(id);
  }

  /** The same where its event is known. */
  public @Nullable Message message(String customerId, MessageId id, EventView event) {
    byte[] value = store.get(StoreKeys.message(customerId, id));
    return value == null ? event.initialMessage(id) : Message.decode(id, value);
  }

  /** Hints which messages will be read next, with their events. */
  public void expect(String customerId, List<MessageId> ids) {
    // Events last: they are the largest, and not all of them may fit.
    List<byte[]> keys = new ArrayList<>(messageKeys(customerId, ids));
    keys.addAll(eventKeys(customerId, ids));
    store.expect(keys);
  }

  /** Hints which messages will be read next, without their events. */
  public void expectMessages(String customerId, List<MessageId> ids) {
    store.expect(messageKeys(customerId, ids));
  }

  /** Hints which messages' events will be read next. */
  public void expectEvents(String customerId, List<MessageId> ids) {
    store.expect(eventKeys(customerId, ids));
  }

  private static List<byte[]> messageKeys(String customerId, List<MessageId> ids) {
    return ids.stream().map(id -> StoreKeys.message(customerId, id)).toList();
  }

  private static List<byte[]> eventKeys(String customerId, List<MessageId> ids) {
    return ids.stream()
        .map(MessageId::event)
        .distinct()
        .map(event -> StoreKeys.event(customerId, event))
        .toList();
  }

  /** A message's attempts, in their order; of many only the first and the last. */
  public List<Attempt> attempts(String customerId, MessageId id) {
    return Messages.firstAndLastAttempts(store, customerId, id);
  }

  /**
   * Attempts of a customer by their names, in the same order; empty where retention removed one.
   */
  public List<Optional<Attempt>> attempts(String customerId, List<AttemptId> ids) {
    List<byte[]> keys = new ArrayList<>(2 * ids.size());
    for (AttemptId id : ids) {
      keys.add(StoreKeys.attempt(customerId, id.message(), id.number()));
      keys.add(StoreKeys.message(customerId, id.message()));
    }
    store.expect(keys);
    return ids.stream().map(id -> attempt(customerId, id)).toList();
  }

  /**
   * The last attempts of messages, in the same order; empty before the first one, and where
   * retention removed it.
   *
   * <p>An attempt that ended its message is in the message's record. It is looked for there first:
   * a cluster would search all nodes for a record of its own, which does not exist.
   */
  public List<Optional<Attempt>> lastAttempts(String customerId, List<Message> messages) {
    expectMessages(customerId, messages.stream().map(Message::id).toList());
    List<Optional<Attempt>> last = new ArrayList<>(messages.size());
    List<AttemptId> others = new ArrayList<>();
    for (Message message : messages) {
      AttemptId id = new AttemptId(message.id(), message.attempts());
      Optional<Attempt> ending =
          message.attempts() == 0 ? Optional.empty() : ending(customerId, id);
      last.add(ending);
      if (message.attempts() > 0 && ending.isEmpty()) {
        others.add(id);
      }
    }
    Iterator<Optional<Attempt>> found = attempts(customerId, others).iterator();
    for (int i = 0; i < last.size(); i++) {
      if (messages.get(i).attempts() > 0 && last.get(i).isEmpty()) {
        last.set(i, found.next());
      }
    }
    return last;
  }

  /** An attempt has a record of its own, or is in that of the message that it ended. */
  private Optional<Attempt> attempt(String customerId, AttemptId id) {
    byte[] own = store.get(StoreKeys.attempt(customerId, id.message(), id.number()));
    if (own != null) {
      return Optional.of(Attempt.decode(own));
    }
    return ending(customerId, id);
  }

  /** An attempt, if it ended its message. */
  private Optional<Attempt> ending(String customerId, AttemptId id) {
    byte[] record = store.get(StoreKeys.message(customerId, id.message()));
    return Optional.ofNullable(record == null ? null : EndedMessage.attemptIn(id.message(), record))
        .filter(attempt -> attempt.number() == id.number());
  }

  /** The progress of a bulk job, or null if there is none of that id. */
  public @Nullable BulkStatus bulk(String customerId, long jobId) {
    byte[] key = BulkProgress.key(customerId, jobId);
    byte[] value = store.get(key);
    return value == null ? null : BulkStatus.of(BulkProgress.decode(key, value));
  }

  /**
   * A page of messages, newest first.
   *
   * @param inFlight whether a waiting message's request is in flight, which the store does not know
   */
  public MessagePage list(MessageQuery query, Predicate<Message> inFlight) {
    return new MessageSearch(store, query, inFlight).page();
  }
}
