package io.posthorn.embedded;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;

/**
 * Makes event keys in ascending order. The count restarts with each millisecond; a process starts
 * after the last millisecond that the store has seen, so keys are unique.
 */
final class EventKeys {
  private final ShardIdentity identity;
  private long moment = -1;
  private int count;

  EventKeys(ShardIdentity identity) {
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
    return EventKey.of(now, identity.shard(), count, identity.installation());
  }
}
