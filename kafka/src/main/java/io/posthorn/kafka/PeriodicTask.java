package io.posthorn.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A task that a node repeats on its own thread. A failed round is logged, and the next one runs as
 * planned.
 */
final class PeriodicTask implements AutoCloseable {
  private static final Logger LOG = System.getLogger(PeriodicTask.class.getName());

  private final String name;
  private final Runnable task;
  private final ScheduledExecutorService clock;

  PeriodicTask(String name, Duration pause, Runnable task) {
    this.name = name;
    this.task = task;
    clock =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(name).factory());
    var _ =
        clock.scheduleWithFixedDelay(
            this::round, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void round() {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "Periodic task \"" + name + "\" failed; it runs again in the next round",
          e);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
