package io.posthorn.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Something that a node does again and again, with a thread of its own. A round that fails is told
 * in the log, and the next one comes all the same.
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
      LOG.log(Level.WARNING, "A round of \"" + name + "\" failed, and the next one comes", e);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
