package io.posthorn.sim.world;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The tasks of a simulation in the order of their times. Idle time is skipped: running a task sets
 * the clock to its time.
 *
 * <p>Tasks of the same millisecond run in the order in which they were scheduled. A scheduler with
 * phases sorts them by {@link Phase} first.
 */
public final class Scheduler {
  /** The order of tasks within one millisecond; the host's turn sees the results of all others. */
  public enum Phase {
    RECEIVER,
    OUTCOME,
    OPERATOR,
    EVENT,
    TURN
  }

  private record Task(long at, Phase phase, long sequence, Runnable action) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(
          Comparator.comparingLong(Task::at)
              .thenComparing(Task::phase)
              .thenComparingLong(Task::sequence));
  private final SimulatedClock clock;
  private final boolean phased;
  private long sequence;

  Scheduler(SimulatedClock clock, boolean phased) {
    this.clock = clock;
    this.phased = phased;
  }

  /** Schedules a task; its phase only counts in a scheduler with phases. */
  public void after(long delayMillis, Phase phase, Runnable action) {
    long at = clock.elapsed() + Math.max(0, delayMillis);
    tasks.add(new Task(at, phased ? phase : Phase.TURN, sequence++, action));
  }

  /** Runs the next task, unless it lies at or after {@code until}. */
  public boolean step(long until) {
    Task task = tasks.peek();
    if (task == null || task.at() >= until) {
      return false;
    }
    tasks.remove();
    clock.passTo(task.at());
    task.action().run();
    return true;
  }

  /** Runs all tasks before {@code time}. */
  public void runUntil(long time) {
    boolean more = true;
    while (more) {
      more = step(time);
    }
  }
}
