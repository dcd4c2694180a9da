package io.posthorn.embedded.rocks;

import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The failure of a store that cannot be used. Its message is one line: why, and what to do. */
public final class StoreException extends RuntimeException {
  private final boolean inUse;

  private StoreException(String message) {
    super(message);
    inUse = false;
  }

  private StoreException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private StoreException(String message, Throwable cause, boolean inUse) {
    super(message, cause);
    this.inUse = inUse;
  }

  /** Returns whether another process has the store open. */
  public boolean inUse() {
    return inUse;
  }

  static StoreException notOurs(Path directory, String found) {
    return new StoreException(
        directory
            + " is not a Posthorn store ("
            + found
            + "): choose an empty directory, or the one that holds the store.");
  }

  static StoreException olderFormat(Path directory, int format, int known) {
    return new StoreException(
        ("The store in %s has format %d of an earlier version, but this version reads only format"
                + " %d: start the version that wrote it, or choose an empty directory.")
            .formatted(directory, format, known));
  }

  static StoreException newerFormat(Path directory, int format, int known) {
    return new StoreException(
        ("The store in %s has format %d, but this version reads only formats up to %d: start the"
                + " newer version that wrote it.")
            .formatted(directory, format, known));
  }

  static StoreException damaged(Path directory, String what) {
    return new StoreException(damage(directory, what));
  }

  static StoreException closed(Path directory) {
    return new StoreException("The store in " + directory + " is closed: open it again.");
  }

  static StoreException noLibrary(Throwable cause) {
    Throwable message = cause.getCause() == null ? cause : cause.getCause();
    return new StoreException(
        ("The store's native library could not be unpacked and loaded (%s): free some space in %s,"
                + " or set -Djava.io.tmpdir to another directory.")
            .formatted(oneLine(message), System.getProperty("java.io.tmpdir")),
        cause);
  }

  static StoreException unusable(Path directory, Exception cause) {
    return new StoreException(unusable(directory, oneLine(cause)), cause);
  }

  /** Translates an error of RocksDB. */
  static StoreException of(Path directory, RocksDBException cause) {
    String message = oneLine(cause);
    Status status = cause.getStatus();
    Status.Code code = status == null ? Status.Code.Undefined : status.getCode();
    if (code == Status.Code.Corruption) {
      return new StoreException(damage(directory, message), cause);
    }
    if (message.contains("While lock file") || message.contains("lock hold by current process")) {
      return new StoreException(
          "The store in "
              + directory
              + " is in use by another process: stop that process or choose another directory.",
          cause,
          true);
    }
    if (message.contains("No space left on device")) {
      return new StoreException(
          "The volume of the store in " + directory + " is full: free some space and start again.",
          cause);
    }
    return new StoreException(unusable(directory, message), cause);
  }

  private static String damage(Path directory, String what) {
    return ("The store in %s is damaged (%s): "
            + "restore a backup into an empty directory and keep this one aside.")
        .formatted(directory, what);
  }

  private static String unusable(Path directory, String what) {
    return "The store in %s cannot be read or written (%s): check the disk and the permissions."
        .formatted(directory, what);
  }

  private static String oneLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).replaceAll("\\s*\\R\\s*", " ");
  }
}
