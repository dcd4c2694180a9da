package io.posthorn.core.shard.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists messages of the fixture's customer, all pages, newest first. */
public final class MessageListings {
  private MessageListings() {}

  public static List<MessageId> of(ShardFixture fixture, EndpointId endpoint) {
    return ids(fixture, query(endpoint, null, null, 100));
  }

  public static List<MessageId> of(ShardFixture fixture, SubscriptionId subscription) {
    return ids(fixture, query(null, subscription, null, 100));
  }

  public static List<MessageId> of(ShardFixture fixture, MessageStatus status) {
    return ids(fixture, query(null, null, status, 100));
  }

  public static List<MessageId> ofAll(ShardFixture fixture) {
    return ids(fixture, query(null, null, null, 100));
  }

  public static MessageQuery query(
      @Nullable EndpointId endpoint,
      @Nullable SubscriptionId subscription,
      @Nullable MessageStatus status,
      int limit) {
    MessageSelection.Status wanted = status == null ? null : shown(status);
    MessageSelection selection =
        MessageSelection.ALL
            .withEndpoint(endpoint)
            .withSubscription(subscription)
            .withStatus(wanted);
    return new MessageQuery(ShardFixture.CUSTOMER, selection, limit, null);
  }

  /** The status that users see while nothing is in flight. */
  static MessageSelection.Status shown(MessageStatus status) {
    return MessageSelection.Status.of(status.number());
  }

  public static List<MessageId> ids(ShardFixture fixture, MessageQuery query) {
    List<MessageId> found = new ArrayList<>();
    MessageQuery next = query;
    while (next != null) {
      MessagePage page = fixture.history().list(next, message -> inFlight(fixture, message));
      page.messages().stream().map(Message::id).forEach(found::add);
      next = page.next() == null ? null : behind(next, page.next());
    }
    return found;
  }

  static boolean inFlight(ShardFixture fixture, Message message) {
    return fixture.inFlight.stream().anyMatch(send -> send.ticket().message().equals(message.id()));
  }

  static MessageQuery behind(MessageQuery query, MessageId last) {
    return new MessageQuery(query.customerId(), query.selection(), query.limit(), last);
  }
}
