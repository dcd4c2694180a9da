package io.posthorn.kafka.task;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;

/**
 * Makes the keys of events at their home. The count has the home's number in front: the copies that
 * go to other shards have keys of those shards, and never meet those that another home made.
 *
 * <p>The count begins anew with each millisecond: a task starts behind the last millisecond that
 * its store has seen, so no key comes twice.
 */
final class IntakeEventKeys {
  private static final int COUNT_BITS = 20;

  private final ShardIdentity identity;
  private long moment = -1;
  private int count;

  IntakeEventKeys(ShardIdentity identity) {
    this.identity = identity;
  }

  /**
   * The next key.
   *
   * @param now never before an earlier call's
   */
  EventKey next(long now) {
    count = now == moment ? count + 1 : 0;
    moment = now;
    if (count >>> COUNT_BITS != 0) {
      throw new IllegalStateException("more than a million events in one millisecond");
    }
    int number = (identity.shard() << COUNT_BITS) | count;
    return EventKey.of(now, identity.shard(), number, identity.installation());
  }
}
