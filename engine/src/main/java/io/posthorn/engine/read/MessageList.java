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
    List<Message> messages = page.messages();
    history.expectEvents(customerId, messages.stream().map(Message::id).toList());
    Set<EndpointId> ids = new HashSet<>();
    List<Row> rows = new ArrayList<>(messages.size());
    List<Optional<Attempt>> attempts = history.lastAttempts(customerId, messages);
    for (int i = 0; i < messages.size(); i++) {
      Message message = messages.get(i);
      EventView event = history.event(customerId, message.id().event());
      rows.add(
          new Row(
              message,
              event == null ? null : EventRecord.withoutStates(event.event()),
              attempts.get(i).orElse(null)));
      ids.add(message.endpoint());
    }
    return new MessageList(
        rows,
        endpoints.get(customerId, ids, now),
        DeliveryPause.of(new CustomerReader(view), customerId),
        page.next(),
        shards.historyFrom());
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
