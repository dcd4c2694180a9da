package io.posthorn.core.shard.read;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search that walks back through the narrowest index available until a page is full. */
final class MessageSearch {
  /** The most messages that one page may examine. */
  private static final int EXAMINED = 10_000;

  /** The number of messages fetched together from a remote store. */
  private static final int TOGETHER = 200;

  private final ShardView store;
  private final History history;
  private final MessageQuery query;
  private final List<Message> found = new ArrayList<>();

  /** The ids to examine next. */
  private final List<MessageId> ahead = new ArrayList<>();

  private @Nullable MessageId last;
  private int examined;

  MessageSearch(ShardView store, History history, MessageQuery query) {
    this.store = store;
    this.history = history;
    this.query = query;
  }

  MessagePage page() {
    byte[] prefix = prefix();
    boolean more = prefix == null ? walkEvents() : walkListing(prefix);
    return new MessagePage(List.copyOf(found), more ? last : null);
  }

  private byte @Nullable [] prefix() {
    if (query.endpoint() != null) {
      return StoreKeys.byEndpoint(query.endpoint());
    }
    if (query.subscription() != null) {
      return StoreKeys.bySubscription(query.subscription());
    }
    MessageStatus status = query.status();
    boolean listed = status == MessageStatus.DROPPED || status == MessageStatus.CANCELLED;
    return listed && status != null ? StoreKeys.ended(query.customerId(), status) : null;
  }

  private boolean walkListing(byte[] prefix) {
    MessageId before = query.before();
    byte[] from = StoreKeys.listedFrom(prefix, query.from());
    byte[] to =
        before == null
            ? StoreKeys.listedFrom(prefix, query.to())
            : StoreKeys.listed(prefix, before);
    boolean[] more = {false};
    if (StoreKeys.compare(from, to) < 0) {
      store.scanBack(
          from,
          to,
          (key, value) -> {
            more[0] = !comes(StoreKeys.messageId(key));
            return !more[0];
          });
    }
    return more[0] || !lookAhead();
  }

  private boolean walkEvents() {
    MessageId before = query.before();
    String customerId = query.customerId();
    byte[] from = StoreKeys.eventsFrom(customerId, query.from());
    byte[] to =
        before == null
            ? StoreKeys.eventsFrom(customerId, query.to())
            : StoreKeys.after(StoreKeys.event(customerId, before.event()));
    boolean[] more = {false};
    if (StoreKeys.compare(from, to) < 0) {
      store.scanBack(
          from,
          to,
          (key, value) -> {
            more[0] =
                !lookAtEvent(StoreKeys.messageIdOf(key, StoredEvent.targetCount(value)), before);
            return !more[0];
          });
    }
    return more[0] || !lookAhead();
  }

  /** Examines an event's messages from the last one down. */
  private boolean lookAtEvent(MessageId end, @Nullable MessageId before) {
    boolean partly = before != null && before.event().equals(end.event());
    int first = partly && before != null ? before.ordinal() : end.ordinal();
    for (int ordinal = first - 1; ordinal >= 0; ordinal--) {
      if (!comes(new MessageId(end.event(), ordinal))) {
        return false;
      }
    }
    return true;
  }

  /** Queues the next id; false if the page is full. */
  private boolean comes(MessageId id) {
    ahead.add(id);
    // No more than the page still takes, plus one that shows whether there are others.
    return ahead.size() < Math.min(TOGETHER, query.limit() - found.size() + 1) || lookAhead();
  }

  private boolean lookAhead() {
    List<MessageId> ids = List.copyOf(ahead);
    ahead.clear();
    history.expect(query.customerId(), ids);
    for (MessageId id : ids) {
      if (!look(id)) {
        return false;
      }
    }
    return true;
  }

  /** Adds a message if it matches; false if the page was already full. */
  private boolean look(MessageId id) {
    if (found.size() == query.limit() || examined == EXAMINED) {
      return false;
    }
    examined++;
    last = id;
    Message message = history.message(query.customerId(), id);
    if (message != null && meant(message)) {
      found.add(message);
    }
    return true;
  }

  private boolean meant(Message message) {
    return (query.status() == null || query.status() == message.status())
        && (query.endpoint() == null || query.endpoint().equals(message.endpoint()))
        && (query.subscription() == null || query.subscription().equals(message.subscription()))
        && objectMeant(message);
  }

  private boolean objectMeant(Message message) {
    if (query.objId() == null) {
      return true;
    }
    StoredEvent event = history.event(query.customerId(), message.id().event());
    return event != null && query.objId().equals(event.event().objId());
  }
}
