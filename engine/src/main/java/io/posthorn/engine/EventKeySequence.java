package io.posthorn.engine;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;

/**
 * The generator of a shard's event keys, in ascending order. The count restarts with each
 * millisecond; a shard starts after the last millisecond that its store has seen, so keys are
 * unique. Not thread-safe.
 */
public final class EventKeySequence {
  /** The upper bit of the counter marks the keys of operational events. */
  private static final int COUNTER_BITS = 31;

  /** Allows a million events in one millisecond. */
  private static final int INTAKE_COUNT_BITS = 20;

  private final ShardIdentity identity;
  private final int countBits;
  private final int counterStart;
  private long moment = -1;
  private int count;

  private EventKeySequence(ShardIdentity identity, int countBits, int counterStart) {
    this.identity = identity;
    this.countBits = countBits;
    this.counterStart = counterStart;
  }

  /** The keys of an engine's only shard. */
  public static EventKeySequence ofOnlyShard(ShardIdentity identity) {
    return new EventKeySequence(identity, COUNTER_BITS, 0);
  }

  /**
   * The keys of an intake shard, whose events are copied to other shards. The counter starts with
   * the number of the intake shard, so that copies from two intake shards never collide.
   */
  public static EventKeySequence ofIntakeShard(ShardIdentity identity) {
    return new EventKeySequence(identity, INTAKE_COUNT_BITS, identity.shard() << INTAKE_COUNT_BITS);
  }

  /**
   * The next key.
   *
   * @param now never less than in an earlier call
   */
  public EventKey next(long now) {
    count = now == moment ? count + 1 : 0;
    moment = now;
    if (count >>> countBits != 0) {
      throw new IllegalStateException("more events in one millisecond than keys");
    }
    return EventKey.of(now, identity.shard(), counterStart | count, identity.installation());
  }
}
