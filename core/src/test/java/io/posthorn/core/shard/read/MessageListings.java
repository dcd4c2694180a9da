package io.posthorn.core.shard.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists messages of the stage's customer, all pages, newest first. */
public final class MessageListings {
  private MessageListings() {}

  public static List<MessageId> of(ShardFixture stage, EndpointId endpoint) {
    return ids(stage, query(endpoint, null, null, 100));
  }

  public static List<MessageId> of(ShardFixture stage, SubscriptionId subscription) {
    return ids(stage, query(null, subscription, null, 100));
  }

  public static List<MessageId> of(ShardFixture stage, MessageStatus status) {
    return ids(stage, query(null, null, status, 100));
  }

  public static List<MessageId> ofAll(ShardFixture stage) {
    return ids(stage, query(null, null, null, 100));
  }

  public static MessageQuery query(
      @Nullable EndpointId endpoint,
      @Nullable SubscriptionId subscription,
      @Nullable MessageStatus status,
      int limit) {
    return new MessageQuery(
        ShardFixture.CUSTOMER, endpoint, subscription, status, null, 0, 1L << 47, limit, null);
  }

  public static List<MessageId> ids(ShardFixture stage, MessageQuery query) {
    List<MessageId> found = new ArrayList<>();
    MessageQuery next = query;
    while (next != null) {
      MessagePage page = stage.history().list(next);
      page.messages().stream().map(Message::id).forEach(found::add);
      next = page.next() == null ? null : behind(next, page.next());
    }
    return found;
  }

  static MessageQuery behind(MessageQuery query, MessageId last) {
    return new MessageQuery(
        query.customerId(),
        query.endpoint(),
        query.subscription(),
        query.status(),
        query.objId(),
        query.from(),
        query.to(),
        query.limit(),
        last);
  }
}
