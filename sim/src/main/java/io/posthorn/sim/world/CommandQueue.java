package io.posthorn.sim.world;

import io.posthorn.core.shard.protocol.Command;
import java.util.ArrayList;
import java.util.List;

/** The commands that wait for a host's next turn. Events may overtake each other. */
final class CommandQueue {
  private final List<Command> commands = new ArrayList<>();
  private final FaultSource chance;

  CommandQueue(FaultSource chance) {
    this.chance = chance;
  }

  void add(Command command) {
    boolean overtakes =
        command instanceof Command.AcceptEvents
            && !commands.isEmpty()
            && commands.getLast() instanceof Command.AcceptEvents
            && chance.overtakes();
    commands.add(overtakes ? commands.size() - 1 : commands.size(), command);
  }

  List<Command> takeAll() {
    List<Command> all = List.copyOf(commands);
    commands.clear();
    return all;
  }
}
