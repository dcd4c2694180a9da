package io.posthorn.sim;

import io.posthorn.core.shard.protocol.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** What waits for a host's next turn. Calls that come together may overtake each other. */
final class Inbox {
  private final List<Command> commands = new ArrayList<>();
  private final RandomGenerator random;

  Inbox(RandomGenerator random) {
    this.random = random;
  }

  void add(Command command) {
    boolean overtakes =
        command instanceof Command.AcceptEvents
            && !commands.isEmpty()
            && commands.getLast() instanceof Command.AcceptEvents
            && random.nextBoolean();
    commands.add(overtakes ? commands.size() - 1 : commands.size(), command);
  }

  List<Command> takeAll() {
    List<Command> all = List.copyOf(commands);
    commands.clear();
    return all;
  }
}
