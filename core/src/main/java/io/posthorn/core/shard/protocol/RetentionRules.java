package io.posthorn.core.shard.protocol;

import java.time.Duration;

/**
 * Retention times of ended messages and their events, in milliseconds.
 *
 * @param records events, messages and attempts
 * @param deliveredPayloads the payload of an event whose messages were all delivered
 * @param unmatched events that matched no subscription
 * @param eventIds the least time for which an event's id stays taken, even after the event is
 *     removed
 */
public record RetentionRules(long records, long deliveredPayloads, long unmatched, long eventIds) {
  public static final RetentionRules DEFAULT =
      new RetentionRules(
          Duration.ofDays(30).toMillis(),
          Duration.ofDays(3).toMillis(),
          Duration.ofHours(24).toMillis(),
          Duration.ofHours(48).toMillis());
}
