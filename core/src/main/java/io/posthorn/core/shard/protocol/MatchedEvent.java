package io.posthorn.core.shard.protocol;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event to accept, with the subscriptions it matches.
 *
 * @param key its position in the order of acceptance, created by the host of the shard; its time is
 *     slot 0. {@link #NO_KEY} on the way to a shard.
 * @param matched the subscriptions it matches; the shard ignores those deleted meanwhile
 * @param counted whether this shard counts the event: one of those that get it does
 * @param forwarding its way between shards; null if it came from its caller
 */
public record MatchedEvent(
    EventKey key,
    Event event,
    List<SubscriptionId> matched,
    boolean counted,
    @Nullable Forwarding forwarding) {
  public static final EventKey NO_KEY = new EventKey(0, 0);

  /**
   * The way of an event between shards, because a subscription has moved.
   *
   * @param moves how often the subscription had moved when its former owners were asked whether it
   *     had the event; 0 if they were not asked
   * @param route the shards that the event still has to pass: former owners to ask, then the owner
   */
  public record Forwarding(int moves, List<Integer> route) {
    /** An event whose subscription has moved since it was matched. */
    public static final Forwarding TO_OWNER = new Forwarding(0, List.of());
  }

  public MatchedEvent(EventKey key, Event event, List<SubscriptionId> matched) {
    this(key, event, matched, true, null);
  }

  public MatchedEvent withKey(EventKey given) {
    return new MatchedEvent(given, event, matched, counted, forwarding);
  }
}
