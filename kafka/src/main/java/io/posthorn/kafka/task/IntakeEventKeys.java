package io.posthorn.kafka.task;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;

/**
 * Makes event keys in an intake shard. The count starts with the number of the intake shard, so
 * that the copies in other shards never collide with keys from another intake shard.
 *
 * <p>The count restarts with each millisecond. A task starts after the last millisecond that its
 * store has seen, so keys are unique.
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
   * @param now never less than in an earlier call
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
