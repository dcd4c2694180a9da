package io.posthorn.core.shard.read;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.MessageMatcher;
import io.posthorn.core.shard.layout.MessageScan;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.layout.SubscriptionListing;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.store.MeteredView;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A search that walks back through the narrowest index available until a page is full, or until it
 * has read as many keys as a page may.
 */
final class MessageSearch {
  /**
   * The most keys that one page reads, but for one message: some tens of milliseconds. Large values
   * count as several, and events without messages count as well.
   */
  static final int KEYS = 10_000;

  /** The number of messages fetched together from a remote store. */
  private static final int TOGETHER = 200;

  private final MeteredView store;
  private final History history;
  private final MessageQuery query;
  private final MessageSelection selection;
  private final MessageMatcher matcher;
  private final List<Message> found = new ArrayList<>();

  /** The ids to examine next. */
  private final List<MessageId> ahead = new ArrayList<>();

  /** The last message examined. */
  private @Nullable MessageId last;

  /** The position behind the last key read, whose messages are examined or queued. */
  private @Nullable MessageId passed;

  MessageSearch(ShardView unmetered, MessageQuery query, Predicate<Message> inFlight) {
    store = new MeteredView(unmetered);
    history = new History(store);
    this.query = query;
    selection = query.selection();
    matcher = new MessageMatcher(store, query.customerId(), selection, inFlight);
  }

  MessagePage page() {
    SubscriptionListing listing = SubscriptionListing.of(store, query.customerId(), selection);
    byte[] prefix = MessageScan.index(query.customerId(), selection);
    boolean more;
    if (listing != null) {
      more = walkSubscription(listing);
    } else {
      more = prefix == null ? walkEvents() : walkListing(prefix);
    }
    return new MessagePage(List.copyOf(found), more ? last : null);
  }

  private boolean walkSubscription(SubscriptionListing listing) {
    SubscriptionListing.Part part;
    MessageId position = query.before();
    do {
      part =
          listing.before(
              position, selection.accepted().from(), selection.accepted().to(), TOGETHER);
      for (MessageId id : part.ids()) {
        if (!comes(id)) {
          return true;
        }
      }
      position = part.position();
    } while (!part.end() && !spent());
    if (!examineAhead()) {
      return true;
    }
    if (!part.end()) {
      last = position;
    }
    return !part.end();
  }

  private boolean walkListing(byte[] prefix) {
    MessageId before = query.before();
    byte[] from = StoreKeys.listedFrom(prefix, selection.accepted().from());
    byte[] to =
        before == null
            ? StoreKeys.listedFrom(prefix, selection.accepted().to())
            : StoreKeys.listed(prefix, before);
    return walk(
        from,
        to,
        (key, value) -> {
          MessageId id = StoreKeys.messageId(key);
          passed = id;
          return comes(id);
        });
  }

  private boolean walkEvents() {
    MessageId before = query.before();
    String customerId = query.customerId();
    byte[] from = StoreKeys.eventsFrom(customerId, selection.accepted().from());
    byte[] to =
        before == null
            ? StoreKeys.eventsFrom(customerId, selection.accepted().to())
            : StoreKeys.after(StoreKeys.event(customerId, before.event()));
    return walk(
        from,
        to,
        (key, value) -> {
          MessageId end = StoreKeys.messageIdOf(key, StoredEvent.targetCount(value));
          passed = new MessageId(end.event(), 0);
          return examineEvent(end, before);
        });
  }

  /** Walks back over keys; returns whether there may be more messages. */
  private boolean walk(byte[] from, byte[] to, ShardView.Visitor visitor) {
    boolean[] full = {false};
    boolean[] spent = {false};
    if (StoreKeys.compare(from, to) < 0) {
      store.scanBack(
          from,
          to,
          (key, value) -> {
            full[0] = !visitor.visit(key, value);
            spent[0] = spent();
            return !full[0] && !spent[0];
          });
    }
    if (full[0] || !examineAhead()) {
      return true;
    }
    if (spent[0]) {
      last = passed;
    }
    return spent[0];
  }

  /** Examines an event's messages from the last one down. */
  private boolean examineEvent(MessageId end, @Nullable MessageId before) {
    boolean partly = before != null && before.event().equals(end.event());
    int first = partly && before != null ? before.ordinal() : end.ordinal();
    for (int ordinal = first - 1; ordinal >= 0; ordinal--) {
      if (!comes(new MessageId(end.event(), ordinal))) {
        return false;
      }
    }
    return true;
  }

  /** Queues the next id; false if the page is full, or has read enough keys. */
  private boolean comes(MessageId id) {
    ahead.add(id);
    // No more than the page still takes, plus one that shows whether there are others.
    boolean queued = ahead.size() < Math.min(TOGETHER, query.limit() - found.size() + 1);
    return queued || (examineAhead() && !spent());
  }

  private boolean spent() {
    return store.keysRead() >= KEYS;
  }

  private boolean examineAhead() {
    List<MessageId> ids = List.copyOf(ahead);
    ahead.clear();
    history.expect(query.customerId(), ids);
    for (int i = 0; i < ids.size(); i++) {
      if (!examine(ids.get(i))) {
        return false;
      }
      if (spent() && i + 1 < ids.size()) {
        return false; // the next page continues behind it
      }
    }
    return true;
  }

  /** Adds a message if it is selected; false if the page was already full. */
  private boolean examine(MessageId id) {
    if (found.size() == query.limit()) {
      return false;
    }
    last = id;
    Message message = history.message(query.customerId(), id);
    if (message != null && matcher.matches(message)) {
      found.add(message);
    }
    return true;
  }
}
