package io.posthorn.core.shard.read;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.state.Messages;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.List;
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

  public @Nullable StoredEvent event(String customerId, EventKey key) {
    byte[] value = store.get(StoreKeys.event(customerId, key));
    return value == null ? null : StoredEvent.decode(value);
  }

  /** A customer's events older than one (null: from the newest), newest first. */
  public List<EventRow> events(String customerId, @Nullable EventKey before, int most) {
    return events(customerId, before, most, Long.MAX_VALUE).rows();
  }

  /** The same, up to a number of bytes; the last event may exceed it. */
  public EventRows events(String customerId, @Nullable EventKey before, int most, long mostBytes) {
    List<EventRow> found = new ArrayList<>();
    long[] bytes = {0};
    boolean[] more = {false};
    byte[] from = StoreKeys.customer(Table.EVENT, customerId);
    byte[] to = before == null ? StoreKeys.endOf(from) : StoreKeys.event(customerId, before);
    store.scanBack(
        from,
        to,
        (key, value) -> {
          found.add(new EventRow(StoreKeys.eventKey(key), StoredEvent.decode(value)));
          bytes[0] += value.length;
          more[0] = found.size() >= most || bytes[0] >= mostBytes;
          return !more[0];
        });
    return new EventRows(found, more[0]);
  }

  /** An event and its key. */
  public record EventRow(EventKey key, StoredEvent event) {}

  /**
   * Some events, newest first.
   *
   * @param more whether there may be older ones
   */
  public record EventRows(List<EventRow> rows, boolean more) {}

  public @Nullable Message message(String customerId, MessageId id) {
    byte[] value = store.get(StoreKeys.message(customerId, id));
    if (value != null) {
      return Message.decode(id, value);
    }
    StoredEvent event = event(customerId, id.event());
    return event == null ? null : event.freshMessage(id);
  }

  /** The same where its event is known. */
  public @Nullable Message message(String customerId, MessageId id, StoredEvent event) {
    byte[] value = store.get(StoreKeys.message(customerId, id));
    return value == null ? event.freshMessage(id) : Message.decode(id, value);
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

  /** A message's attempts, in their order. */
  public List<Attempt> attempts(String customerId, MessageId id) {
    return Messages.attempts(store, customerId, id);
  }

  /** The progress of a bulk job, or null if there is none of that id. */
  public @Nullable BulkProgress bulk(String customerId, long jobId) {
    byte[] key = BulkProgress.key(customerId, jobId);
    byte[] value = store.get(key);
    return value == null ? null : BulkProgress.decode(key, value);
  }

  /** A page of messages, newest first. */
  public MessagePage list(MessageQuery query) {
    return new MessageSearch(store, this, query).page();
  }
}
