package io.posthorn.core.shard;

import io.posthorn.core.store.ShardStore;
import io.posthorn.core.subscription.SubscriptionIndex;
import java.util.List;

/** The state machine. */
public final class Shard {
  private final SubscriptionIndex subscriptions = new SubscriptionIndex();

  /** Opens a shard on its store: reads endpoints and subscriptions, not messages. */
  public Shard(ShardStore store, Rules rules, ShardIdentity identity, long now) {}

  /**
   * Applies commands in their order, then does what is due, then one bounded step of background
   * work. The host commits the store and then releases the effects.
   *
   * @param now never before an earlier turn's
   */
  public Turn turn(List<Command> commands, long now) {
    return new Turn(List.of(), false, Long.MAX_VALUE);
  }

  /** The latest time this shard, or the one before it on the same store, has seen. */
  public long time() {
    return 0;
  }

  /** For matching, by any thread. */
  public SubscriptionIndex subscriptions() {
    return subscriptions;
  }
}
