package io.posthorn.embedded.rocks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;

/**
 * Tells the end of a log that a power cut tore from a log that lost what was promised.
 *
 * <p>Implementation notes. RocksDB offers two ways to read a log that has damage in it. One refuses
 * everything but a record that the end of the file cuts off; but a power cut also leaves pages of
 * zeros or of old bytes in what was never synced, and a store must open after that. The other ends
 * the log at the first damage, wherever it is; but behind damage in the middle there may be commits
 * that were synced and answered for, and they would be gone without a word. So the first way is
 * tried, and where it refuses, the marks decide: each commit says in the log up to which one all
 * were on disk. If reading up to the damage brings back every commit that any mark in any log calls
 * synced, then only what nobody was promised is torn off. If not, the store stays shut.
 */
final class TornTail {
  private TornTail() {}

  /** Whether reading the logs up to their first damage brings back all that is known as synced. */
  static boolean holdsNothingSynced(Path directory) throws RocksDBException, IOException {
    try (Database database = Database.look(directory, WALRecoveryMode.PointInTimeRecovery)) {
      return StoreMetadata.mark(database).number() >= lastSynced(directory);
    }
  }

  private static long lastSynced(Path directory) throws IOException {
    long last = 0;
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "*.log")) {
      for (Path log : logs) {
        last = Math.max(last, lastSyncedIn(Files.readAllBytes(log)));
      }
    }
    return last;
  }

  private static long lastSyncedIn(byte[] log) {
    long last = 0;
    for (int at = 0; at <= log.length - CommitMark.LENGTH; at++) {
      if (log[at] == CommitMark.MAGIC[0]
          && Arrays.equals(
              log,
              at,
              at + CommitMark.MAGIC.length,
              CommitMark.MAGIC,
              0,
              CommitMark.MAGIC.length)) {
        last = Math.max(last, CommitMark.syncedAt(log, at));
      }
    }
    return last;
  }
}
