package io.posthorn.embedded;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a store under a size: where it has grown beyond, the oldest of what has ended goes.
 *
 * <p>Implementation notes. What is removed from RocksDB takes its room until files are compacted.
 * So nothing more is removed before that is done and the store was measured again, and a store that
 * is only untidy loses nothing. What is asked for counts payloads as they came, while on disk they
 * are compressed: a round removes rather less than is needed, never more, and the next one the
 * rest. Measuring and compacting block, hence the thread.
 */
public final class SizeKeeper implements AutoCloseable {
  /** A store grows by some hundred megabytes in this time, at most. */
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /** Where all that is left waits, only time helps. */
  private static final Duration AFTER_ALL = Duration.ofMinutes(10);

  /** A twentieth below the limit, so that not every look finds something to do. */
  private static final int HEADROOM = 20;

  private final EmbeddedEngine engine;
  private final StoreSize store;
  private final long most;
  private final Listener listener;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile TrimFigures figures = TrimFigures.NONE;

  /** Hears what became of it, on the keeper's thread. */
  public interface Listener {
    void trimmed(TrimReport report);

    void failed(RuntimeException cause);
  }

  SizeKeeper(EmbeddedEngine engine, StoreSize store, long most, Listener listener) {
    this.engine = engine;
    this.store = store;
    this.most = most;
    this.listener = listener;
  }

  /** Begins to look after a store. */
  public static SizeKeeper start(
      EmbeddedEngine engine, StoreSize store, long most, Listener listener) {
    SizeKeeper keeper = new SizeKeeper(engine, store, most, listener);
    Thread.ofPlatform().daemon().name("store-size").start(keeper::run);
    return keeper;
  }

  private void run() {
    try {
      Duration pause = INTERVAL;
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = lookSafely() ? INTERVAL : AFTER_ALL;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean lookSafely() {
    try {
      return look();
    } catch (RefusedException | CompletionException e) {
      return false; // the engine has stopped, and says why to those who ask it
    } catch (RuntimeException e) {
      if (closed.getCount() > 0) {
        listener.failed(e);
      }
      return false;
    }
  }

  /**
   * Looks once, and does what is needed.
   *
   * @return whether to look again soon; false where nothing is left that may go
   */
  boolean look() {
    if (store.sizeOnDisk() <= most) {
      return true;
    }
    store.compact();
    long size = store.sizeOnDisk();
    boolean more = true;
    while (size > most && more && closed.getCount() > 0) {
      long owed = size - most + most / HEADROOM;
      Reply.Trimmed removed = trim(owed);
      store.compact();
      size = store.sizeOnDisk();
      figures = figures.plus(removed);
      listener.trimmed(new TrimReport(removed, size, most));
      more = !removed.exhausted();
    }
    return more;
  }

  private Reply.Trimmed trim(long bytes) {
    Reply reply = engine.tell(request -> new Command.Trim(request, bytes)).join();
    if (reply instanceof Reply.Trimmed trimmed) {
      return trimmed;
    }
    throw new IllegalStateException("trimming was answered by " + reply);
  }

  /** The size it keeps the store under. */
  public long limit() {
    return most;
  }

  public TrimFigures figures() {
    return figures;
  }

  /** Looks no more; a look under way ends by itself. */
  @Override
  public void close() {
    closed.countDown();
  }
}
