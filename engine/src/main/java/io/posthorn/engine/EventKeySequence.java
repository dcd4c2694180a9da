package io.posthorn.engine;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;

/**
 * The generator of the event keys of an engine's only shard, in ascending order. The count restarts
 * with each millisecond; a shard starts after the last millisecond that its store has seen, so keys
 * are unique. Not thread-safe.
 */
public final class EventKeySequence {
  private final ShardIdentity identity;
  private long time = -1;
  private int count;

  public EventKeySequence(ShardIdentity identity) {
    this.identity = identity;
  }

  /**
   * The next key. The upper bit of its count is clear: it marks the keys of operational events.
   *
   * @param now never less than in an earlier call
   */
  public EventKey next(long now) {
    count = now == time ? Math.addExact(count, 1) : 0;
    time = now;
    return EventKey.of(now, identity.shard(), count, identity.installation());
  }
}
