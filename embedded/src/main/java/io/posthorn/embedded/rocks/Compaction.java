package io.posthorn.embedded.rocks;

import org.jspecify.annotations.Nullable;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;

/**
 * A compaction that frees the space of removed entries: it flushes everything, which ends the logs,
 * and merges recent writes into the entries they replace. Files without overlap stay as they are.
 */
final class Compaction {
  private final Database database;
  private @Nullable CompactRangeOptions running;
  private boolean stopped;

  Compaction(Database database) {
    this.database = database;
  }

  void run() throws RocksDBException {
    try (FlushOptions flush = new FlushOptions();
        CompactRangeOptions options =
            new CompactRangeOptions().setExclusiveManualCompaction(false)) {
      if (!begin(options)) {
        return;
      }
      try {
        database.rocks().flush(flush, database.handles());
        for (Family family : Family.values()) {
          database.rocks().compactRange(database.handle(family), null, null, options);
        }
      } catch (RocksDBException e) {
        if (!isStopped()) {
          throw e;
        }
      } finally {
        end();
      }
    }
  }

  private synchronized boolean begin(CompactRangeOptions options) {
    running = stopped ? null : options;
    return !stopped;
  }

  private synchronized void end() {
    running = null;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /** Cancels a running compaction and prevents new ones, before the store closes. */
  synchronized void stop() {
    stopped = true;
    if (running != null) {
      running.setCanceled(true);
    }
  }
}
