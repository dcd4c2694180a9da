package io.posthorn.sim.world;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import java.util.List;

/**
 * One committed turn: its commands, its effects, and its wake-up time.
 *
 * @param commit the number of its commit
 * @param synced whether the commit survives every crash
 * @param keysScanned how many entries of the store its scans visited
 * @param keysLookedUp how many keys of the store it looked up, each by itself
 */
public record TurnRecord(
    long commit,
    boolean synced,
    long now,
    List<Command> batch,
    List<Effect> effects,
    long wakeAt,
    long keysScanned,
    long keysLookedUp) {
  /** Returns whether the shard has nothing left to do at this time. */
  public boolean idle() {
    return wakeAt > now;
  }
}
