package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists messages of the stage's customer, all pages, newest first. */
final class Listings {
  private Listings() {}

  static List<MessageId> of(Stage stage, EndpointId endpoint) {
    return ids(stage, query(endpoint, null, null, 100));
  }

  static List<MessageId> of(Stage stage, SubscriptionId subscription) {
    return ids(stage, query(null, subscription, null, 100));
  }

  static List<MessageId> of(Stage stage, MessageStatus status) {
    return ids(stage, query(null, null, status, 100));
  }

  static List<MessageId> ofAll(Stage stage) {
    return ids(stage, query(null, null, null, 100));
  }

  static MessageQuery query(
      @Nullable EndpointId endpoint,
      @Nullable SubscriptionId subscription,
      @Nullable MessageStatus status,
      int limit) {
    return new MessageQuery(
        Stage.CUSTOMER, endpoint, subscription, status, null, 0, 1L << 47, limit, null);
  }

  static List<MessageId> ids(Stage stage, MessageQuery query) {
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
