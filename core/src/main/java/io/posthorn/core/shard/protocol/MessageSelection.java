package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.subscription.SubscriptionId;
import org.jspecify.annotations.Nullable;

/**
 * Some of a customer's messages: those accepted from {@code from} (inclusive) to {@code to}
 * (exclusive) that meet every given criterion.
 *
 * @param status null for any that the action applies to
 */
public record MessageSelection(
    @Nullable EndpointId endpoint,
    @Nullable SubscriptionId subscription,
    @Nullable String objCode,
    @Nullable String eventType,
    @Nullable MessageStatus status,
    long from,
    long to) {

  /** Whether a message meets all criteria about messages. */
  public boolean holds(Message message) {
    return (status == null || status == message.status())
        && (endpoint == null || endpoint.equals(message.endpoint()))
        && (subscription == null || subscription.equals(message.subscription()));
  }

  /** Whether there are criteria about a message's event. */
  public boolean asksForEvent() {
    return objCode != null || eventType != null;
  }

  /** Whether an event meets all criteria about events. */
  public boolean holds(Event event) {
    return (objCode == null || objCode.equals(event.objCode()))
        && (eventType == null || eventType.equals(event.eventType()));
  }
}
