package io.posthorn.embedded;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;

/**
 * Makes the keys of events, each behind the one before. The count begins anew with each
 * millisecond: a process starts behind the last millisecond that the store has seen, so no key
 * comes twice.
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
   * @param now never before an earlier call's
   */
  EventKey next(long now) {
    count = now == moment ? count + 1 : 0;
    moment = now;
    return EventKey.of(now, identity.shard(), count, identity.installation());
  }
}
