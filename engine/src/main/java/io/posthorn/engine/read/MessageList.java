package io.posthorn.engine.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.shard.read.EventView;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.shard.read.MessagePage;
import io.posthorn.core.shard.read.MessageQuery;
import io.posthorn.core.store.MeteredView;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A page of messages, newest first. Paging is stable while new messages arrive.
 *
 * @param endpoints the endpoints of the messages that still exist
 * @param next the message that the next page starts after; null on the last page
 * @param historyFrom messages that ended before this time may be gone; 0 if not applicable
 */
public record MessageList(
    List<Row> rows,
    Map<EndpointId, EndpointView> endpoints,
    DeliveryPause pause,
    @Nullable MessageId next,
    long historyFrom) {
  /** The most keys that the rows of one page read; a large event counts as several. */
  static final int MOST_KEYS = 10_000;

  /** The number of events fetched together from a remote store: 50 MiB at most. */
  private static final int TOGETHER = 50;

  /**
   * A message and its event.
   *
   * @param event without its states; null after retention
   * @param lastAttempt null before the first one, and after retention
   */
  public record Row(Message message, @Nullable Event event, @Nullable Attempt lastAttempt) {}

  static MessageList read(
      ShardView view,
      EndpointReader endpoints,
      ShardReads shards,
      MessageQuery query,
      Predicate<Message> inFlight,
      long now) {
    String customerId = query.customerId();
    History history = new History(view);
    MessagePage page =
        isVisible(endpoints, shards, query)
            ? history.list(query, inFlight)
            : new MessagePage(List.of(), null);
    List<Row> rows = rows(view, customerId, page.messages());
    Set<EndpointId> ids = new HashSet<>();
    rows.forEach(row -> ids.add(row.message().endpoint()));
    boolean cut = rows.size() < page.messages().size();
    return new MessageList(
        rows,
        endpoints.get(customerId, ids, now),
        DeliveryPause.of(new CustomerReader(view), customerId),
        cut ? rows.getLast().message().id() : page.next(),
        shards.historyFrom());
  }

  /**
   * Reads events and last attempts of messages, newest first, until a page has read enough: events
   * may be large.
   *
   * @return at least one row, if there are messages
   */
  private static List<Row> rows(ShardView unmetered, String customerId, List<Message> messages) {
    MeteredView view = new MeteredView(unmetered);
    History history = new History(view);
    List<Row> rows = new ArrayList<>(messages.size());
    while (rows.size() < messages.size() && view.keysRead() < MOST_KEYS) {
      int end = Math.min(messages.size(), rows.size() + TOGETHER);
      List<Message> some = messages.subList(rows.size(), end);
      history.expectEvents(customerId, some.stream().map(Message::id).toList());
      List<Optional<Attempt>> attempts = history.lastAttempts(customerId, some);
      for (int i = 0; i < some.size(); i++) {
        if (!rows.isEmpty() && view.keysRead() >= MOST_KEYS) {
          return rows;
        }
        EventView event = history.event(customerId, some.get(i).id().event());
        rows.add(
            new Row(
                some.get(i),
                event == null ? null : EventRecord.withoutStates(event.event()),
                attempts.get(i).orElse(null)));
      }
    }
    return rows;
  }

  /** Returns whether the queried endpoint or subscription belongs to the customer. */
  private static boolean isVisible(
      EndpointReader endpoints, ShardReads shards, MessageQuery query) {
    SubscriptionId id = query.selection().subscription();
    Subscription subscription = id == null ? null : shards.subscriptions().get(id);
    if (subscription != null && !subscription.customerId().equals(query.customerId())) {
      return false;
    }
    EndpointId endpoint = query.selection().endpoint();
    return endpoint == null || endpoints.get(query.customerId(), endpoint, 0) != null;
  }
}
