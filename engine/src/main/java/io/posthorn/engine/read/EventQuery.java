package io.posthorn.engine.read;

import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.shard.read.EventView;
import org.jspecify.annotations.Nullable;

/**
 * A query for events: those of a customer that meet every given criterion, newest first.
 *
 * @param matched whether they matched a subscription; null for either
 * @param from the first time of acceptance, inclusive
 * @param to the last one, exclusive
 */
public record EventQuery(
    String customerId, EventCriteria criteria, @Nullable Boolean matched, long from, long to) {

  /** All events of a customer. */
  public static EventQuery all(String customerId) {
    return new EventQuery(customerId, EventCriteria.ANY, null, 0, TimeRange.END_OF_TIME);
  }

  /** Returns whether it has criteria besides the time. */
  boolean isSelective() {
    return criteria.isSelective() || matched != null;
  }

  boolean matches(EventView stored) {
    return criteria.holds(stored.event())
        && (matched == null || matched == (stored.messageCount() > 0));
  }

  /** The key that the first page starts after; null for the newest event. */
  @Nullable EventKey end() {
    return to == TimeRange.END_OF_TIME ? null : EventKey.of(to, 0, 0, 0);
  }
}
