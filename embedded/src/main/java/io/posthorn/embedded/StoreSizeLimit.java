package io.posthorn.embedded;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.embedded.rocks.EmbeddedStore;
import io.posthorn.engine.error.RefusedException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The size limit of a store, kept by removing the oldest ended messages.
 *
 * <p>Implementation notes. RocksDB frees the space of removed keys only when it compacts. So each
 * round compacts and measures before it removes more, and a store that only needs compaction loses
 * nothing. Removals count uncompressed bytes, so a round removes less than needed, never more; the
 * next round removes the rest. Measuring and compacting block, hence the thread.
 */
public final class StoreSizeLimit implements AutoCloseable {
  /** A store grows by a few hundred megabytes in this time at most. */
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /** The interval when only waiting messages are left, which cannot be removed. */
  private static final Duration AFTER_ALL = Duration.ofMinutes(10);

  /** Removes a twentieth more than needed, so that not every check has to remove something. */
  private static final int HEADROOM = 20;

  private final EmbeddedEngine engine;
  private final EmbeddedStore store;
  private final long most;
  private final Listener listener;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Removed removed = Removed.NONE;

  /**
   * The totals removed early since the start.
   *
   * @param bytes the uncompressed size of the payloads and records
   */
  public record Removed(long payloads, long records, long bytes) {
    static final Removed NONE = new Removed(0, 0, 0);

    Removed plus(Reply.RemovedEarly more) {
      return new Removed(
          payloads + more.payloads(), records + more.records(), bytes + more.bytes());
    }
  }

  /**
   * The result of one removal round.
   *
   * @param size the store's size afterwards
   * @param most the size limit
   */
  public record Report(Reply.RemovedEarly removed, long size, long most) {}

  /** Receives the results, on the limit's own thread. */
  public interface Listener {
    void removedEarly(Report report);

    void failed(RuntimeException cause);
  }

  StoreSizeLimit(EmbeddedEngine engine, EmbeddedStore store, long most, Listener listener) {
    this.engine = engine;
    this.store = store;
    this.most = most;
    this.listener = listener;
  }

  /** Starts to watch a store. */
  public static StoreSizeLimit start(
      EmbeddedEngine engine, EmbeddedStore store, long most, Listener listener) {
    StoreSizeLimit limit = new StoreSizeLimit(engine, store, most, listener);
    Thread.ofPlatform().daemon().name("store-size").start(limit::run);
    return limit;
  }

  private void run() {
    try {
      Duration pause = INTERVAL;
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = checkSafely() ? INTERVAL : AFTER_ALL;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean checkSafely() {
    try {
      return check();
    } catch (RefusedException | CompletionException e) {
      return false; // the engine has stopped; its health says why
    } catch (RuntimeException e) {
      if (closed.getCount() > 0) {
        listener.failed(e);
      }
      return false;
    }
  }

  /**
   * Checks once and removes what is needed.
   *
   * @return whether to check again soon; false if nothing is left to remove
   */
  boolean check() {
    if (store.sizeOnDisk() <= most) {
      return true;
    }
    store.compact();
    long size = store.sizeOnDisk();
    boolean more = true;
    while (size > most && more && closed.getCount() > 0) {
      long owed = size - most + most / HEADROOM;
      Reply.RemovedEarly step = removeEarly(owed);
      store.compact();
      size = store.sizeOnDisk();
      removed = removed.plus(step);
      listener.removedEarly(new Report(step, size, most));
      more = !step.exhausted();
    }
    return more;
  }

  private Reply.RemovedEarly removeEarly(long bytes) {
    Reply reply = engine.execute(request -> new Command.RemoveEarly(request, bytes)).join();
    if (reply instanceof Reply.RemovedEarly step) {
      return step;
    }
    throw new IllegalStateException("unexpected reply to an early removal: " + reply);
  }

  /** The size limit. */
  public long limit() {
    return most;
  }

  public Removed removed() {
    return removed;
  }

  /** Stops the checks; a running one ends by itself. */
  @Override
  public void close() {
    closed.countDown();
  }
}
