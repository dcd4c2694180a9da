package io.posthorn.embedded.rocks;

import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.store.ShardView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A shard store on RocksDB, in one directory.
 *
 * <ul>
 *   <li>One thread reads, writes and commits. Any thread may use {@link #readView}, {@link
 *       #withSnapshot}, {@link #checkpoint}, {@link #compact} and the metrics; these see committed
 *       state.
 *   <li>Only one process at a time can open a directory.
 *   <li>Read and write failures of RocksDB throw a {@link StoreException}; nothing is lost
 *       silently.
 * </ul>
 *
 * <p>Implementation notes. An {@link UncommittedWrites} collects the writes of a turn, and the
 * commit makes them one write batch, with one record in the log. A commit without sync reaches the
 * operating system: it survives a crash of the process but not a power failure. The next sync
 * covers it, because RocksDB syncs every unsynced log.
 */
public final class RocksShardStore implements EmbeddedStore, AutoCloseable {
  /** Block cache, write buffers, indexes and filters together. */
  public static final long DEFAULT_MEMORY = 128L << 20;

  /** Files of removed payloads are dropped this often: a few files at once under full load. */
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Database database;
  private final ShardIdentity identity;
  private final RemovalJournal removals;
  private final CommittedState committed;
  private final DirectoryCache directory;
  private final UncommittedWrites overlay = UncommittedWrites.empty();
  private final BatchBytes batch = new BatchBytes();
  private final ReadOptions reading = new ReadOptions();
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final WriteOptions unsynced = new WriteOptions();
  private final RocksView view;
  private volatile CommitMetrics metrics = CommitMetrics.ZERO;
  private CommitMark last;
  private long lastSynced;
  private long lastSettled = System.nanoTime();

  private RocksShardStore(Database database) throws RocksDBException {
    this.database = database;
    identity = new ShardIdentity(0, StoreMetadata.installation(database));
    last = StoreMetadata.mark(database);
    lastSynced = last.number(); // opening has flushed the logs to table files
    removals = new RemovalJournal(database);
    committed = new CommittedState(database, removals.committed());
    directory = new DirectoryCache(committed);
    view = new RocksView(database, overlay, removals.ranges(), reading);
  }

  /** Opens the store in a directory; creates it if the directory is empty or missing. */
  public static RocksShardStore open(Path directory, long memory) {
    Database database = new StoreDirectory(directory, memory).open();
    try {
      return new RocksShardStore(database);
    } catch (RocksDBException e) {
      database.close();
      throw StoreException.of(directory, e);
    }
  }

  /**
   * Gives the store in a directory a new identity, for a copy that is used beside or after the
   * original: the two then never make the same ids.
   */
  public static void renewIdentity(Path directory, long memory) {
    try (Database database = new StoreDirectory(directory, memory).open()) {
      StoreMetadata.renewInstallation(database);
    } catch (RocksDBException e) {
      throw StoreException.of(directory, e);
    }
  }

  /**
   * The store's identity: chosen at random at creation and never changed, except in a restored
   * backup.
   */
  public ShardIdentity identity() {
    return identity;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    committed.checkOpen();
    return view.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    committed.checkOpen();
    view.scan(from, to, visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    committed.checkOpen();
    view.scanBack(from, to, visitor);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    overlay.put(key, value);
    if (Family.of(key).inOrder()) {
      removals.written(key);
    }
  }

  @Override
  public void delete(byte[] key) {
    overlay.remove(key);
  }

  @Override
  public void deleteRange(byte[] from, byte[] to, List<byte[]> keys) {
    List<KeyRange> ranges = KeyRange.cut(from, to);
    if (ranges.size() != 1 || !ranges.getFirst().family().inOrder()) {
      keys.forEach(this::delete);
      return;
    }
    for (byte[] key : keys) {
      if (overlay.get(key) != null) {
        overlay.remove(key);
      }
    }
    removals.remove(from, to);
  }

  @Override
  public void commit(boolean sync) {
    committed.checkOpen();
    long start = System.nanoTime();
    try {
      long bytes = 0;
      if (!overlay.isEmpty() || !removals.isEmpty()) {
        bytes = write(sync);
        directory.follow(overlay);
        overlay.clear();
        removals.follow();
      } else if (sync && lastSynced < last.number()) {
        database.rocks().syncWal();
      } else {
        return;
      }
      lastSynced = sync ? last.number() : lastSynced;
      if (sync && start - lastSettled >= SETTLE_NANOS) {
        lastSettled = start;
        settleRemovals();
      }
      metrics = metrics.plus(sync, bytes, System.nanoTime() - start);
    } catch (RocksDBException e) {
      throw StoreException.of(database.directory(), e);
    }
  }

  private long write(boolean sync) throws RocksDBException {
    removals.addTo(batch);
    overlay.tables().forEach(table -> table.forEach(this::addToBatch));
    last = new CommitMark(last.number() + 1, lastSynced);
    batch.put(database.id(Family.FACTS), CommitMark.KEY, last.encode());
    byte[] bytes = batch.take();
    try (WriteBatch made = new WriteBatch(bytes)) {
      database.rocks().write(sync ? synced : unsynced, made);
    }
    return bytes.length;
  }

  private void addToBatch(byte[] key, byte[] value) {
    int family = database.id(Family.of(key));
    if (UncommittedWrites.isGone(value)) {
      batch.delete(family, key);
    } else {
      batch.put(family, key, value);
    }
  }

  /** Drops table files inside removed ranges; after a commit, from time to time. */
  void settleRemovals() {
    if (lastSynced < last.number()) {
      return; // a power failure could undo the removals of files that are gone
    }
    try {
      removals.settle();
    } catch (RocksDBException e) {
      throw StoreException.of(database.directory(), e);
    }
  }

  /** The latest committed state, for any thread. */
  public ShardView readView() {
    return committed;
  }

  @Override
  public ShardView directoryView() {
    return directory;
  }

  @Override
  public <T extends @Nullable Object> T withSnapshot(Function<ShardView, T> reading) {
    return committed.withSnapshot(reading);
  }

  /**
   * Copies the committed state to a new store while this one stays in use. Files are hard-linked if
   * possible, so it is cheap.
   *
   * @param target a directory that does not exist yet, on the same volume
   */
  public void checkpoint(Path target) {
    committed.checkpoint(target);
  }

  /** The number of removed ranges of which table files may still hold something. */
  int removedRanges() {
    return removals.ranges().size();
  }

  public CommitMetrics metrics() {
    return metrics;
  }

  public StoreMemory memory() {
    return committed.memory();
  }

  @Override
  public void compact() {
    removals.makeTombstones();
    committed.compact();
  }

  @Override
  public long sizeOnDisk() {
    try (Stream<Path> files = Files.list(database.directory())) {
      return files.mapToLong(RocksShardStore::sizeOf).sum();
    } catch (IOException e) {
      throw StoreException.unusable(database.directory(), e);
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0; // removed by compaction
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes the store after waiting for readers. Uncommitted writes are lost. */
  @Override
  public void close() {
    committed.close();
  }

  /**
   * Counters of commits since the store was opened.
   *
   * @param commits how many commits
   * @param syncs how many of them waited for the disk
   * @param bytes written by them
   * @param nanos spent in them
   */
  public record CommitMetrics(long commits, long syncs, long bytes, long nanos) {
    private static final CommitMetrics ZERO = new CommitMetrics(0, 0, 0, 0);

    private CommitMetrics plus(boolean sync, long moreBytes, long moreNanos) {
      return new CommitMetrics(
          commits + 1, syncs + (sync ? 1 : 0), bytes + moreBytes, nanos + moreNanos);
    }
  }
}
