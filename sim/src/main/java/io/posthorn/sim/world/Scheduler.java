package io.posthorn.sim.world;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * What happens next: tasks ordered by moment, and by the order in which they were planned where the
 * moment is the same. Idle time is skipped: the next task's moment is the time.
 */
public final class Scheduler {
  private record Task(long at, long sequence, Runnable action) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::sequence));
  private final SimulatedClock clock;
  private long sequence;

  public Scheduler(SimulatedClock clock) {
    this.clock = clock;
  }

  public void after(long delayMillis, Runnable action) {
    tasks.add(new Task(clock.elapsed() + Math.max(0, delayMillis), sequence++, action));
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
}
