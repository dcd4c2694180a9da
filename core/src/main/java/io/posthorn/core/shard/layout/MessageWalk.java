package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks a customer's messages in the order of acceptance, through the narrowest index available:
 * that of an endpoint, of a subscription, or of all events.
 *
 * @param from the first moment of acceptance, inclusive
 * @param to the last one, exclusive
 */
public record MessageWalk(
    ShardView store,
    String customerId,
    @Nullable EndpointId endpoint,
    @Nullable SubscriptionId subscription,
    long from,
    long to) {

  /** The next ids after one (null: from the start), up to a limit. */
  public List<MessageId> next(@Nullable MessageId behind, int most) {
    byte[] prefix = listing();
    return prefix == null ? nextOfEvents(behind, most) : nextListed(prefix, behind, most);
  }

  private byte @Nullable [] listing() {
    if (endpoint != null) {
      return StoreKeys.byEndpoint(endpoint);
    }
    return subscription == null ? null : StoreKeys.bySubscription(subscription);
  }

  private List<MessageId> nextListed(byte[] prefix, @Nullable MessageId behind, int most) {
    List<MessageId> found = new ArrayList<>();
    byte[] start =
        behind == null
            ? StoreKeys.listedFrom(prefix, from)
            : StoreKeys.after(StoreKeys.listed(prefix, behind));
    byte[] end = StoreKeys.listedFrom(prefix, to);
    if (StoreKeys.compare(start, end) < 0) {
      store.scan(
          start,
          end,
          (key, value) -> {
            found.add(StoreKeys.messageId(key));
            return found.size() < most;
          });
    }
    return found;
  }

  private List<MessageId> nextOfEvents(@Nullable MessageId behind, int most) {
    List<MessageId> found = new ArrayList<>();
    byte[] start =
        behind == null
            ? StoreKeys.eventsFrom(customerId, from)
            : StoreKeys.event(customerId, behind.event());
    byte[] end = StoreKeys.eventsFrom(customerId, to);
    if (StoreKeys.compare(start, end) < 0) {
      store.scan(
          start,
          end,
          (key, value) -> {
            EventKey event = StoreKeys.eventKey(key);
            int count = StoredEvent.targetCount(value);
            int first = behind != null && behind.event().equals(event) ? behind.ordinal() + 1 : 0;
            for (int i = first; i < count && found.size() < most; i++) {
              found.add(new MessageId(event, i));
            }
            return found.size() < most;
          });
    }
    return found;
  }
}
