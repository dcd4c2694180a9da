package io.posthorn.sim.world;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import java.util.List;

/**
 * A listener for everything that crosses the boundary of the simulated host. Listeners are called
 * in the order in which they were added.
 */
public interface WorldListener {
  /** A shard was opened on the disk. */
  default void opened(World world) {}

  /** A caller submitted a command to the host. */
  default void submitted(Command command) {}

  /** A turn begins; it may end in a crash. */
  default void turning(List<Command> batch) {}

  /** A turn was committed; none of its effects is released yet. */
  default void turned(TurnRecord turn) {}

  /** An effect of a committed turn was released. */
  default void released(TurnRecord turn, Effect effect) {}

  /** A request was written to a connection. */
  default void written(SimulatedNetwork.Written request) {}

  /** The host crashed and lost every commit after this one. */
  default void crashed(long survivingCommit) {}

  /** The wall clock was set. */
  default void clockSet(long jump) {}
}
