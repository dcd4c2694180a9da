package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.store.ShardStore;
import java.util.ArrayList;
import java.util.List;
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
    Message fresh = event == null ? null : fresh(event, id);
    return fresh == null || elsewhere.test(fresh.endpoint()) ? null : fresh;
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

  /** An ended message is about to begin again. */
  void unlistEnded(String customerId, Message message) {
    store.delete(Keys.ended(customerId, message.status(), message.id()));
  }

  void relist(Message from, Message to) {
    if (!from.endpoint().equals(to.endpoint())) {
      store.delete(Keys.byEndpoint(from.endpoint(), from.id()));
      store.put(Keys.byEndpoint(to.endpoint(), to.id()), NO_VALUE);
    }
  }

  void add(String customerId, MessageId id, Attempt attempt) {
    store.put(Keys.attempt(customerId, id, attempt.number()), attempt.encode());
  }

  /** Removes all that is known of a message. */
  void erase(String customerId, Message message) {
    store.delete(Keys.message(customerId, message.id()));
    store.delete(Keys.byEndpoint(message.endpoint(), message.id()));
    store.delete(Keys.bySubscription(message.subscription(), message.id()));
    if (message.status().ended()) {
      unlistEnded(customerId, message);
    }
    List<byte[]> attempts = new ArrayList<>();
    byte[] from = Keys.attempts(customerId, message.id());
    store.scan(from, Keys.endOf(from), (key, value) -> attempts.add(key));
    attempts.forEach(store::delete);
  }
}
