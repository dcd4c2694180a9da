package io.posthorn.core.shard.layout;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.store.MeteredView;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a customer's messages in the order of acceptance, through the narrowest index
 * available: that of the endpoints of a subscription, of an endpoint, of dropped or cancelled
 * messages, or of all events.
 *
 * @param to the end of the walk by the time of acceptance, exclusive
 */
public record MessageScan(ShardView store, String customerId, MessageSelection selection, long to) {
  /** The ordinal of a position behind all messages of an event. */
  private static final int ALL = Integer.MAX_VALUE;

  /**
   * One step of a walk.
   *
   * @param ids the messages found, which may be none
   * @param position the position to continue behind; null if nothing was read
   * @param end whether there is nothing behind it
   */
  public record Step(List<MessageId> ids, @Nullable MessageId position, boolean end) {}

  /**
   * Takes the next step behind a position (null: from the start).
   *
   * @param keys the most keys that it reads, each with its value in units of {@link
   *     MeteredView#PIECE}; events without messages count as well
   */
  public Step next(@Nullable MessageId behind, int keys) {
    SubscriptionListing listing = SubscriptionListing.of(store, customerId, selection);
    if (listing != null) {
      SubscriptionListing.Part part = listing.after(behind, selection.accepted().from(), to, keys);
      return new Step(part.ids(), part.position(), part.end());
    }
    byte[] prefix = index(customerId, selection);
    return prefix == null ? nextOfEvents(behind, keys) : nextListed(prefix, behind, keys);
  }

  /**
   * The prefix of the narrowest index of messages, of a subscription's as well if it has too many
   * endpoints for a {@link SubscriptionListing}; null where only the events have them all.
   */
  public static byte @Nullable [] index(String customerId, MessageSelection selection) {
    if (selection.endpoint() != null) {
      return StoreKeys.byEndpoint(selection.endpoint());
    }
    MessageStatus status = selection.status() == null ? null : selection.status().stored();
    return status == MessageStatus.DROPPED || status == MessageStatus.CANCELLED
        ? StoreKeys.ended(customerId, status)
        : null;
  }

  private Step nextListed(byte[] prefix, @Nullable MessageId behind, int keys) {
    List<MessageId> found = new ArrayList<>();
    byte[] start =
        behind == null
            ? StoreKeys.listedFrom(prefix, selection.accepted().from())
            : StoreKeys.after(StoreKeys.listed(prefix, behind));
    byte[] end = StoreKeys.listedFrom(prefix, to);
    if (StoreKeys.compare(start, end) < 0) {
      store.scan(
          start,
          end,
          (key, value) -> {
            found.add(StoreKeys.messageId(key));
            return found.size() < keys;
          });
    }
    return new Step(found, found.isEmpty() ? behind : found.getLast(), found.size() < keys);
  }

  private Step nextOfEvents(@Nullable MessageId behind, int keys) {
    List<MessageId> found = new ArrayList<>();
    byte[] start =
        behind == null
            ? StoreKeys.eventsFrom(customerId, selection.accepted().from())
            : eventsBehind(behind);
    byte[] end = StoreKeys.eventsFrom(customerId, to);
    int[] read = {0};
    @Nullable MessageId[] position = {behind};
    if (StoreKeys.compare(start, end) < 0) {
      store.scan(
          start,
          end,
          (key, value) -> {
            EventKey event = StoreKeys.eventKey(key);
            read[0] += MeteredView.keysRead(value);
            int count = StoredEvent.targetCount(value);
            int next = behind != null && behind.event().equals(event) ? behind.ordinal() + 1 : 0;
            for (; next < count && found.size() < keys; next++) {
              found.add(new MessageId(event, next));
            }
            position[0] = new MessageId(event, next < count ? next - 1 : ALL);
            return found.size() < keys && read[0] < keys;
          });
    }
    return new Step(found, position[0], found.size() < keys && read[0] < keys);
  }

  private byte[] eventsBehind(MessageId behind) {
    byte[] event = StoreKeys.event(customerId, behind.event());
    return behind.ordinal() == ALL ? StoreKeys.after(event) : event;
  }
}
