package io.posthorn.embedded.rocks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;

/**
 * The torn tail of a log after a power failure, and the decision whether only unsynced commits are
 * lost with it.
 *
 * <p>Implementation notes. RocksDB has two recovery modes for damaged logs. The strict mode accepts
 * only a truncated last record; but a power failure also leaves pages of zeros or old bytes in
 * unsynced parts, and a store has to open after that. The other mode ends the log at the first
 * damage; but synced and acknowledged commits may follow it, and they would be lost silently. So
 * the strict mode comes first. If it refuses, the commit marks decide: each commit records in the
 * log which commits were on disk. If reading up to the damage recovers every commit that any mark
 * in any log calls synced, only unacknowledged commits are lost and the store opens. Otherwise it
 * does not open.
 */
final class TornTail {
  private TornTail() {}

  /** Returns whether reading the logs up to the first damage recovers all synced commits. */
  static boolean holdsNothingSynced(Path directory) throws RocksDBException, IOException {
    try (Database database =
        Database.openReadOnly(directory, WALRecoveryMode.PointInTimeRecovery)) {
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
