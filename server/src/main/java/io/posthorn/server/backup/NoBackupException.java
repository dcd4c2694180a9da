package io.posthorn.server.backup;

/** The failure to create a backup, with a sentence for the caller. */
public final class NoBackupException extends RuntimeException {
  private final boolean full;

  private NoBackupException(String sentence, boolean full) {
    super(sentence, null, false, false);
    this.full = full;
  }

  static NoBackupException conflict(String sentence) {
    return new NoBackupException(sentence, false);
  }

  static NoBackupException full(String sentence) {
    return new NoBackupException(sentence, true);
  }

  /** Returns whether the disk is full; otherwise another backup is in the way. */
  public boolean isFull() {
    return full;
  }

  /** The error as a sentence. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
