package io.posthorn.kafka.task;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.StreamTask;
import org.jspecify.annotations.Nullable;

/**
 * The timer of a Kafka Streams task, run by hand while the task's thread is inside a rebalance.
 * Streams has no public way to do that, so the task is taken from its context. If another version
 * of Streams has none there, nothing runs, a warning says so once, and requests in flight are
 * repeated by the next owner.
 */
final class TaskTimer {
  private static final Logger LOG = System.getLogger(TaskTimer.class.getName());

  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private final @Nullable StreamTask task;

  private TaskTimer(@Nullable StreamTask task) {
    this.task = task;
  }

  static TaskTimer of(ProcessorContext<byte[], byte[]> context) {
    try {
      Field field = context.getClass().getDeclaredField("streamTask");
      field.setAccessible(true);
      return new TaskTimer((StreamTask) field.get(context));
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(
          WARNED.getAndSet(true) ? Level.DEBUG : Level.WARNING,
          "This version of Kafka Streams does not show the task: requests in flight are sent again"
              + " when a shard moves",
          e);
      return new TaskTimer(null);
    }
  }

  /** Returns whether it can run. */
  boolean works() {
    return task != null;
  }

  /** Makes the turns that are due, as part of the task's transaction. */
  void run() {
    StreamTask present = task;
    if (present != null) {
      present.maybePunctuateSystemTime();
    }
  }
}
