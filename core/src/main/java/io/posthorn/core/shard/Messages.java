package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndedMessage;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.store.ShardStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The messages of the shard: their records, attempts and listings. */
final class Messages {
  private static final byte[] NO_VALUE = {};

  private final ShardStore store;
  private final Events events;
  private final Predicate<EndpointId> elsewhere;

  Messages(ShardStore store, Events events, Predicate<EndpointId> elsewhere) {
    this.store = store;
    this.events = events;
    this.elsewhere = elsewhere;
  }

  /** A message by its id, or null where this customer has none of that id in this shard. */
  @Nullable Message get(String customerId, MessageId id) {
    byte[] value = store.get(Keys.message(customerId, id));
    if (value != null) {
      return Message.decode(id, value);
    }
    StoredEvent event = events.get(customerId, id.event());
    return event == null ? null : freshHere(event, id);
  }

  private @Nullable Message freshHere(StoredEvent event, MessageId id) {
    Message fresh = fresh(event, id);
    return fresh == null || elsewhere.test(fresh.endpoint()) ? null : fresh;
  }

  /** An event with its messages, each looked up by itself. */
  WholeEvent whole(EventKey key, StoredEvent event) {
    String customerId = event.event().customerId();
    return whole(key, event, id -> store.get(Keys.message(customerId, id)));
  }

  /** An event with its messages, whose records come from elsewhere; null for one without. */
  WholeEvent whole(
      EventKey key, StoredEvent event, Function<MessageId, byte @Nullable []> records) {
    List<@Nullable Message> messages = new ArrayList<>(event.targets().size());
    for (int ordinal = 0; ordinal < event.targets().size(); ordinal++) {
      MessageId id = new MessageId(key, ordinal);
      byte[] record = records.apply(id);
      messages.add(record == null ? freshHere(event, id) : Message.decode(id, record));
    }
    return new WholeEvent(key, event, messages);
  }

  /** A message as its event describes it, as long as it has no record of its own. */
  static @Nullable Message fresh(StoredEvent event, MessageId id) {
    if (id.ordinal() < 0 || id.ordinal() >= event.targets().size()) {
      return null;
    }
    StoredEvent.Target target = event.targets().get(id.ordinal());
    return target.nowhere()
        ? null
        : Message.fresh(id, target.endpoint(), target.subscription(), target.rendering());
  }

  /** Lists a new message; it needs no record before something happens to it. */
  void list(Message message) {
    store.put(Keys.byEndpoint(message.endpoint(), message.id()), NO_VALUE);
    store.put(Keys.bySubscription(message.subscription(), message.id()), NO_VALUE);
  }

  void put(String customerId, Message message) {
    store.put(Keys.message(customerId, message.id()), message.encode());
  }

  /** Ended badly: listed by how, since these are the ones that people look for. */
  void listEnded(String customerId, Message message) {
    if (message.status() == MessageStatus.DROPPED || message.status() == MessageStatus.CANCELLED) {
      store.put(Keys.ended(customerId, message.status(), message.id()), NO_VALUE);
    }
  }

  /** An ended message is about to begin again, or to be removed. */
  void unlistEnded(String customerId, Message message) {
    if (message.status() == MessageStatus.DELIVERED) {
      return; // not listed
    }
    store.delete(Keys.ended(customerId, message.status(), message.id()));
  }

  void relist(Message from, Message to) {
    if (!from.endpoint().equals(to.endpoint())) {
      store.delete(Keys.byEndpoint(from.endpoint(), from.id()));
      store.put(Keys.byEndpoint(to.endpoint(), to.id()), NO_VALUE);
    }
  }

  /** Writes down an attempt after which its message waits again. */
  void add(String customerId, MessageId id, Attempt attempt) {
    store.put(Keys.attempt(customerId, id, attempt.number()), attempt.encode());
  }

  /** Writes down a message together with the attempt that ended it. */
  void put(String customerId, Message ended, Attempt last) {
    store.put(Keys.message(customerId, ended.id()), EndedMessage.encode(ended, last));
  }

  /** Gives the attempt that ended a message a place of its own: its record is to change. */
  void partFromAttempt(String customerId, MessageId id) {
    byte[] value = store.get(Keys.message(customerId, id));
    Attempt last = value == null ? null : EndedMessage.attemptIn(id, value);
    if (last != null) {
      add(customerId, id, last);
    }
  }

  /** Removes all that is known of a message. */
  void erase(String customerId, Message message) {
    store.delete(Keys.message(customerId, message.id()));
    store.delete(Keys.byEndpoint(message.endpoint(), message.id()));
    store.delete(Keys.bySubscription(message.subscription(), message.id()));
    if (message.status().ended()) {
      unlistEnded(customerId, message);
    }
    if (hasAttempts(message)) {
      List<byte[]> attempts = new ArrayList<>();
      byte[] from = Keys.attempts(customerId, message.id());
      store.scan(from, Keys.endOf(from), (key, value) -> attempts.add(key));
      attempts.forEach(store::delete);
    }
  }

  /**
   * Whether attempts can lie beside a message's record. Nearly always not: the only attempt of one
   * that was delivered at once lies in it.
   */
  private static boolean hasAttempts(Message message) {
    return message.attempts() > (message.status() == MessageStatus.DELIVERED ? 1 : 0);
  }
}
