package io.posthorn.core.shard.protocol;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;

/**
 * An event to accept, with the subscriptions it matches.
 *
 * @param key its position in the order of acceptance, created by the host; its time is slot 0
 * @param matched the subscriptions it matches; the shard ignores those deleted meanwhile
 */
public record MatchedEvent(EventKey key, Event event, List<SubscriptionId> matched) {}
