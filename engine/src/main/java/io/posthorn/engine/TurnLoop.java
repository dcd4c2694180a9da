package io.posthorn.engine;

import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Turn;
import java.util.List;
import java.util.function.Consumer;

/**
 * The loop that runs the turns of a shard: one batch of commands, one commit, then the effects. It
 * has no thread and no clock, so that the simulator can drive the same code.
 *
 * <p>A turn that only records outcomes need not wait for the disk: losing it repeats attempts but
 * loses no message. Such commits share a later sync, at most {@link #SYNC_WITHIN_MILLIS} away.
 */
public final class TurnLoop {
  public static final long SYNC_WITHIN_MILLIS = 100;

  private final Shard shard;
  private final CommittingStore store;
  private final Consumer<Effect> effects;
  private long syncDueAt = Long.MAX_VALUE;

  public TurnLoop(Shard shard, CommittingStore store, Consumer<Effect> effects) {
    this.shard = shard;
    this.store = store;
    this.effects = effects;
  }

  /**
   * Runs one turn.
   *
   * @return the time of the next turn, unless a command comes first
   */
  public long turn(List<Command> batch, long now) {
    Turn turn = shard.turn(batch, now);
    boolean sync = turn.mustSync() || now >= syncDueAt;
    store.commit(sync);
    syncDueAt = sync ? Long.MAX_VALUE : Math.min(syncDueAt, now + SYNC_WITHIN_MILLIS);
    turn.effects().forEach(effects);
    return Math.min(turn.wakeAt(), syncDueAt);
  }
}
