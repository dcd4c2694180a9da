package io.posthorn.sim.world;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import java.util.List;

/**
 * One committed turn: its commands, its effects, and the moment that the shard wants to wake up.
 *
 * @param commit the number of its commit
 * @param synced whether the commit survives every crash
 */
public record TurnRecord(
    long commit, boolean synced, long now, List<Command> batch, List<Effect> effects, long wakeAt) {
  /** Whether the shard has nothing left to do at this moment. */
  public boolean idle() {
    return wakeAt > now;
  }
}
