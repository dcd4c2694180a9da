package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndedMessage;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.layout.SubscriptionListing;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The messages of the shard: their records, attempts and listings. */
public final class Messages {
  /**
   * The attempts that are read of a message with many: together with its event they fit into a
   * command of 4 MiB, which is the largest record on Kafka.
   */
  private static final int FIRST_ATTEMPTS = 100;

  private static final int LAST_ATTEMPTS = 400;

  private static final byte[] NO_VALUE = {};

  private final ShardStore store;
  private final Events events;
  private final Predicate<EndpointId> elsewhere;

  /** The events that background work examines in parts: a few at most. */
  private final List<EventWatch> watches = new ArrayList<>(0);

  Messages(ShardStore store, Events events, Predicate<EndpointId> elsewhere) {
    this.store = store;
    this.events = events;
    this.elsewhere = elsewhere;
  }

  /** A message by its id, or null if this customer has none of that id in this shard. */
  public @Nullable Message get(String customerId, MessageId id) {
    byte[] value = store.get(StoreKeys.message(customerId, id));
    return value == null ? fresh(customerId, id) : Message.decode(id, value);
  }

  /** A message that has no record, or null if it has one or is not here. */
  @Nullable Message unrecorded(String customerId, MessageId id) {
    boolean recorded = store.get(StoreKeys.message(customerId, id)) != null;
    return recorded ? null : fresh(customerId, id);
  }

  private @Nullable Message fresh(String customerId, MessageId id) {
    StoredEvent event = events.get(customerId, id.event());
    return event == null ? null : freshHere(event, id);
  }

  /** The message of a lane entry. A new one is known from the entry, or from its event. */
  public Message of(Endpoint endpoint, LaneEntry entry) {
    MessageId id = entry.position().message();
    if (!entry.recorded() && !entry.ordered()) {
      return Message.fresh(id, endpoint.id(), entry.subscription(), entry.rendering());
    }
    String customerId = endpoint.customerId();
    Message message = entry.recorded() ? get(customerId, id) : fresh(customerId, id);
    if (message == null) {
      throw new IllegalStateException("damaged store: a lane entry without its message: " + id);
    }
    return message;
  }

  private @Nullable Message freshHere(StoredEvent event, MessageId id) {
    Message fresh = event.freshMessage(id);
    return fresh == null || elsewhere.test(fresh.endpoint()) ? null : fresh;
  }

  /**
   * An event with all its messages as they stand.
   *
   * @param messages in the order of their ordinals; null for one that is not in this shard
   */
  public record EventWithMessages(
      EventKey key, StoredEvent event, List<@Nullable Message> messages) {
    public String customerId() {
      return event.event().customerId();
    }
  }

  /** An event with its messages, each looked up by itself. */
  public EventWithMessages whole(EventKey key, StoredEvent event) {
    String customerId = event.event().customerId();
    return whole(key, event, id -> store.get(StoreKeys.message(customerId, id)));
  }

  /** An event with its messages, given their records; null for a message without one. */
  public EventWithMessages whole(
      EventKey key, StoredEvent event, Function<MessageId, byte @Nullable []> records) {
    List<@Nullable Message> messages = new ArrayList<>(event.targets().size());
    for (int ordinal = 0; ordinal < event.targets().size(); ordinal++) {
      MessageId id = new MessageId(key, ordinal);
      byte[] record = records.apply(id);
      messages.add(record == null ? freshHere(event, id) : Message.decode(id, record));
    }
    return new EventWithMessages(key, event, messages);
  }

  /**
   * Some of an event's messages, from one ordinal up to another, read in one scan; null for one
   * that is not in this shard.
   */
  public List<@Nullable Message> part(EventKey key, StoredEvent event, int from, int to) {
    String customerId = event.event().customerId();
    Map<MessageId, byte[]> records = new HashMap<>();
    store.scan(
        StoreKeys.message(customerId, new MessageId(key, from)),
        StoreKeys.message(customerId, new MessageId(key, to)),
        (found, value) -> {
          records.put(StoreKeys.messageId(found), value);
          return true;
        });
    List<@Nullable Message> messages = new ArrayList<>(to - from);
    for (int ordinal = from; ordinal < to; ordinal++) {
      MessageId id = new MessageId(key, ordinal);
      byte[] record = records.get(id);
      messages.add(record == null ? freshHere(event, id) : Message.decode(id, record));
    }
    return messages;
  }

  /** Notes from now on whether a message of an event waits again. */
  public EventWatch watch(EventKey key) {
    EventWatch watch = new EventWatch(key);
    watches.add(watch);
    return watch;
  }

  public void unwatch(EventWatch watch) {
    watches.remove(watch);
  }

  /**
   * A message's first and last attempts, in their order, without those in between. Probes, replays
   * and retries that users ask for can make thousands.
   */
  public static List<Attempt> firstAndLastAttempts(
      ShardView store, String customerId, MessageId id) {
    byte[] from = StoreKeys.attempts(customerId, id);
    byte[] to = StoreKeys.endOf(from);
    List<Attempt> found = new ArrayList<>();
    store.scan(
        from,
        to,
        (key, value) -> found.add(Attempt.decode(value)) && found.size() < FIRST_ATTEMPTS);
    if (found.size() == FIRST_ATTEMPTS) {
      found.addAll(lastAttempts(store, from, to, found.getLast().number()));
    }
    byte[] record = store.get(StoreKeys.message(customerId, id));
    Attempt ended = record == null ? null : EndedMessage.attemptIn(id, record);
    if (ended != null) {
      found.add(ended);
    }
    return found;
  }

  /** The last attempts in a range of keys, of those after a number. */
  private static List<Attempt> lastAttempts(ShardView store, byte[] from, byte[] to, int after) {
    List<Attempt> latest = new ArrayList<>();
    store.scanBack(
        from,
        to,
        (key, value) -> {
          Attempt attempt = Attempt.decode(value);
          return attempt.number() > after && latest.add(attempt) && latest.size() < LAST_ATTEMPTS;
        });
    return latest.reversed();
  }

  /** Adds a new message to its endpoint's listing; it needs no record until it changes. */
  public void list(Message message) {
    store.put(
        StoreKeys.byEndpoint(message.endpoint(), message.id()),
        SubscriptionListing.entry(message.subscription()));
  }

  public void put(String customerId, Message message) {
    if (!message.status().ended()) {
      watches.forEach(watch -> watch.waits(message.id().event()));
    }
    store.put(StoreKeys.message(customerId, message.id()), message.encode());
  }

  /** Lists a dropped or cancelled message by status, because users search for these. */
  public void listEnded(String customerId, Message message) {
    if (message.status() == MessageStatus.DROPPED || message.status() == MessageStatus.CANCELLED) {
      store.put(StoreKeys.ended(customerId, message.status(), message.id()), NO_VALUE);
    }
  }

  /** Unlists an ended message that is replayed or removed. */
  public void unlistEnded(String customerId, Message message) {
    if (message.status() == MessageStatus.DELIVERED) {
      return; // not listed
    }
    store.delete(StoreKeys.ended(customerId, message.status(), message.id()));
  }

  public void relist(Message from, Message to) {
    if (!from.endpoint().equals(to.endpoint())) {
      store.delete(StoreKeys.byEndpoint(from.endpoint(), from.id()));
      list(to);
    }
  }

  /** Records an attempt after which its message waits again. */
  public void add(String customerId, MessageId id, Attempt attempt) {
    store.put(StoreKeys.attempt(customerId, id, attempt.number()), attempt.encode());
  }

  /** Records a message together with the attempt that ended it. */
  public void put(String customerId, Message ended, Attempt last) {
    store.put(StoreKeys.message(customerId, ended.id()), EndedMessage.encode(ended, last));
  }

  /**
   * Moves the attempt that ended a message into a record of its own, before the message changes.
   */
  public void splitFinalAttempt(String customerId, MessageId id) {
    byte[] value = store.get(StoreKeys.message(customerId, id));
    Attempt last = value == null ? null : EndedMessage.attemptIn(id, value);
    if (last != null) {
      add(customerId, id, last);
    }
  }

  /** Removes a message with its attempts and listings. */
  public void erase(String customerId, Message message) {
    unlist(customerId, message);
    store.delete(StoreKeys.message(customerId, message.id()));
    attemptKeys(customerId, message).forEach(store::delete);
  }

  /** Removes a message from all listings. */
  public void unlist(String customerId, Message message) {
    store.delete(StoreKeys.byEndpoint(message.endpoint(), message.id()));
    if (message.status().ended()) {
      unlistEnded(customerId, message);
    }
  }

  /** The keys of a message's attempts outside its record. */
  public List<byte[]> attemptKeys(String customerId, Message message) {
    if (!hasAttempts(message)) {
      return List.of();
    }
    List<byte[]> attempts = new ArrayList<>();
    byte[] from = StoreKeys.attempts(customerId, message.id());
    store.scan(from, StoreKeys.endOf(from), (key, value) -> attempts.add(key));
    return attempts;
  }

  /**
   * Returns whether a message can have attempts outside its record. Almost never: the only attempt
   * of a message delivered at once is part of it.
   */
  private static boolean hasAttempts(Message message) {
    return message.attempts() > (message.status() == MessageStatus.DELIVERED ? 1 : 0);
  }

  /**
   * A watch on one event that is examined in several steps: it records whether a message of the
   * event was replayed in between.
   */
  public static final class EventWatch {
    private final EventKey event;
    private boolean disturbed;

    private EventWatch(EventKey event) {
      this.event = event;
    }

    private void waits(EventKey changed) {
      disturbed |= changed.equals(event);
    }

    public boolean disturbed() {
      return disturbed;
    }
  }
}
