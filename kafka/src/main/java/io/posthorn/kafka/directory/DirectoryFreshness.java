package io.posthorn.kafka.directory;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The time up to which this node is known to have read the directory. Threads that run shards ask
 * here and never wait: the brokers are asked on another thread. Thread-safe.
 */
public final class DirectoryFreshness {
  private static final Logger LOG = System.getLogger(DirectoryFreshness.class.getName());

  private final DirectoryLog log;
  private final Executor executor;
  private final LongSupplier wallMillis;
  private final AtomicBoolean checking = new AtomicBoolean();

  /** When the last check that has ended was begun. */
  private volatile long checkedAt = Long.MIN_VALUE;

  /**
   * The freshness of a directory.
   *
   * @param executor runs checks, which block
   */
  public DirectoryFreshness(DirectoryLog log, Executor executor, LongSupplier wallMillis) {
    this.log = log;
    this.executor = executor;
    this.wallMillis = wallMillis;
  }

  /**
   * Returns whether this node has read everything that was committed up to a given time. If not, a
   * check runs from now on, so that a later call returns true.
   */
  public boolean hasReadUpTo(long millis) {
    if (checkedAt >= millis) {
      return true;
    }
    if (checking.compareAndSet(false, true)) {
      executor.execute(this::check);
    }
    return checkedAt >= millis;
  }

  private void check() {
    try {
      long begun = wallMillis.getAsLong();
      log.catchUpWithCommitted();
      checkedAt = begun;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Cannot find out whether the directory is read completely", e);
    } finally {
      checking.set(false);
    }
  }
}
