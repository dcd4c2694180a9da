package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ShardView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/**
 * The committed state, for any thread. Each call sees the latest state; use {@link #withSnapshot}
 * for calls that have to be consistent.
 *
 * <p>Closing a database under a reader crashes the process, so readers hold a lock and closing
 * waits for them.
 */
final class CommittedState implements ShardView, AutoCloseable {
  private final Database database;
  private final ReadOptions options = new ReadOptions();
  private final RocksView latest;
  private final Compaction compaction;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile boolean closed;

  CommittedState(Database database, RemovedRanges removed) {
    this.database = database;
    compaction = new Compaction(database);
    latest = new RocksView(database, UncommittedWrites.NONE, removed, options);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    Lock held = hold();
    try {
      return latest.get(key);
    } finally {
      held.unlock();
    }
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    Lock held = hold();
    try {
      latest.scan(from, to, visitor);
    } finally {
      held.unlock();
    }
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    Lock held = hold();
    try {
      latest.scanBack(from, to, visitor);
    } finally {
      held.unlock();
    }
  }

  /** Reads from one consistent state, whatever is committed meanwhile. */
  <T extends @Nullable Object> T withSnapshot(Function<ShardView, T> reading) {
    Lock held = hold();
    try (ReadOptions asOfNow = new ReadOptions()) {
      Snapshot snapshot = database.rocks().getSnapshot();
      try {
        asOfNow.setSnapshot(snapshot);
        RemovedRanges removed = RemovalJournal.stored(database, asOfNow);
        RocksView view = new RocksView(database, UncommittedWrites.NONE, removed, asOfNow);
        try {
          return reading.apply(view);
        } finally {
          view.end();
        }
      } finally {
        database.rocks().releaseSnapshot(snapshot);
      }
    } catch (RocksDBException e) {
      throw StoreException.of(database.directory(), e);
    } finally {
      held.unlock();
    }
  }

  void checkpoint(Path target) {
    Lock held = hold();
    try (Checkpoint checkpoint = Checkpoint.create(database.rocks())) {
      checkpoint.createCheckpoint(target.toString());
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw StoreException.unusable(target, e);
    } catch (RocksDBException e) {
      throw StoreException.of(target, e);
    } finally {
      held.unlock();
    }
  }

  StoreMemory memory() {
    Lock held = hold();
    try {
      return new StoreMemory(
          database.tuning().cacheUsage(),
          database.rocks().getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables"));
    } catch (RocksDBException e) {
      throw StoreException.of(database.directory(), e);
    } finally {
      held.unlock();
    }
  }

  /** Frees the space of removed entries; interrupted if the store closes. */
  void compact() {
    Lock held = hold();
    try {
      compaction.run();
    } catch (RocksDBException e) {
      throw StoreException.of(database.directory(), e);
    } finally {
      held.unlock();
    }
  }

  void checkOpen() {
    if (closed) {
      throw StoreException.closed(database.directory());
    }
  }

  private Lock hold() {
    Lock held = lock.readLock();
    held.lock();
    if (closed) {
      held.unlock();
      throw StoreException.closed(database.directory());
    }
    return held;
  }

  /** Waits for readers and closes the database. */
  @Override
  public void close() {
    compaction.stop();
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        options.close();
        database.close();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
