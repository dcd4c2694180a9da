package io.posthorn.server.backup;

/** Why no backup was made, as a sentence for the caller. */
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

  /** Whether the disk is; otherwise something is in the way. */
  public boolean isFull() {
    return full;
  }

  /** For a person. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
