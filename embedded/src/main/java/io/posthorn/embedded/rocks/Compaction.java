package io.posthorn.embedded.rocks;

import org.jspecify.annotations.Nullable;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;

/**
 * Gives back the room of what was removed: writes everything out, which ends the logs, and merges
 * what was written lately into what it replaces. What nothing was written over stays as it is.
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

  /** Ends a run under way soon, and lets none begin: the store is about to be closed. */
  synchronized void stop() {
    stopped = true;
    if (running != null) {
      running.setCanceled(true);
    }
  }
}
