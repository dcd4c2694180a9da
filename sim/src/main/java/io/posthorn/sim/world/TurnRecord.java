package io.posthorn.sim.world;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import java.util.List;

/**
 * One turn that was committed, with all that went in and came out.
 *
 * @param commit the number of its commit
 * @param synced whether no crash can take it away
 */
public record TurnRecord(
    long commit, boolean synced, long now, List<Command> batch, List<Effect> effects, long wakeAt) {
  /** Whether the shard has nothing left to do at this moment. */
  public boolean idle() {
    return wakeAt > now;
  }
}
