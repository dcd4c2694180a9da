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
 * Keeps a store under a size: where it has grown beyond, the oldest of what has ended goes.
 *
 * <p>Implementation notes. What is removed from RocksDB takes its room until files are compacted.
 * So nothing more is removed before that is done and the store was measured again, and a store that
 * is only untidy loses nothing. What is asked for counts payloads as they came, while on disk they
 * are compressed: a round removes rather less than is needed, never more, and the next one the
 * rest. Measuring and compacting block, hence the thread.
 */
public final class StoreSizeLimit implements AutoCloseable {
  /** A store grows by some hundred megabytes in this time, at most. */
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /** Where all that is left waits, only time helps. */
  private static final Duration AFTER_ALL = Duration.ofMinutes(10);

  /** A twentieth below the limit, so that not every look finds something to do. */
  private static final int HEADROOM = 20;

  private final EmbeddedEngine engine;
  private final EmbeddedStore store;
  private final long most;
  private final Listener listener;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Removed removed = Removed.NONE;

  /**
   * What went before its time since the start.
   *
   * @param bytes what the payloads and records weighed, before any compression
   */
  public record Removed(long payloads, long records, long bytes) {
    static final Removed NONE = new Removed(0, 0, 0);

    Removed plus(Reply.Trimmed more) {
      return new Removed(
          payloads + more.payloads(), records + more.records(), bytes + more.bytes());
    }
  }

  /**
   * What went in one go, because the store had grown too large.
   *
   * @param size what the store takes afterwards
   * @param most what it may take
   */
  public record Report(Reply.Trimmed removed, long size, long most) {}

  /** Hears what became of it, on the limit's own thread. */
  public interface Listener {
    void trimmed(Report report);

    void failed(RuntimeException cause);
  }

  StoreSizeLimit(EmbeddedEngine engine, EmbeddedStore store, long most, Listener listener) {
    this.engine = engine;
    this.store = store;
    this.most = most;
    this.listener = listener;
  }

  /** Begins to look after a store. */
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
      Reply.Trimmed trimmed = trim(owed);
      store.compact();
      size = store.sizeOnDisk();
      removed = removed.plus(trimmed);
      listener.trimmed(new Report(trimmed, size, most));
      more = !trimmed.exhausted();
    }
    return more;
  }

  private Reply.Trimmed trim(long bytes) {
    Reply reply = engine.execute(request -> new Command.Trim(request, bytes)).join();
    if (reply instanceof Reply.Trimmed trimmed) {
      return trimmed;
    }
    throw new IllegalStateException("trimming was answered by " + reply);
  }

  /** The size it keeps the store under. */
  public long limit() {
    return most;
  }

  public Removed removed() {
    return removed;
  }

  /** Looks no more; a look under way ends by itself. */
  @Override
  public void close() {
    closed.countDown();
  }
}
