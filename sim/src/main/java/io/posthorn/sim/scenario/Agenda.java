package io.posthorn.sim.scenario;

import io.posthorn.core.shard.protocol.Command;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What is going to happen, in the order of time. Things of one moment happen in the order of their
 * ranks, then in the order in which they were planned: nothing is left to chance.
 */
final class Agenda {
  /** The order of things that happen in the same millisecond. */
  enum Rank {
    HEALTH,
    OUTCOME,
    PERSON,
    EVENT
  }

  /** Something that happens; it may give the shard a command. */
  interface Happening {
    @Nullable Command happen(long now);
  }

  private record Entry(long at, Rank rank, long number, Happening happening) {}

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(
          Comparator.comparingLong(Entry::at)
              .thenComparing(Entry::rank)
              .thenComparingLong(Entry::number));

  private long planned;

  void plan(long at, Rank rank, Happening happening) {
    entries.add(new Entry(at, rank, planned++, happening));
  }

  /** When the next thing happens; never where nothing is planned. */
  long nextAt() {
    Entry next = entries.peek();
    return next == null ? Long.MAX_VALUE : next.at();
  }

  /** Lets happen what is due, and returns the commands that come of it. */
  List<Command> happen(long now) {
    List<Command> commands = new ArrayList<>();
    for (Entry next = entries.peek(); next != null && next.at() <= now; next = entries.peek()) {
      entries.remove();
      Command command = next.happening().happen(now);
      if (command != null) {
        commands.add(command);
      }
    }
    return commands;
  }
}
