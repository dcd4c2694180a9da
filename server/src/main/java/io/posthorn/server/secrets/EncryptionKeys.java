package io.posthorn.server.secrets;

import java.io.IOException;

/** The encryption keys of an installation while the server runs. Thread-safe. */
public interface EncryptionKeys {
  /**
   * Reads the key file again, if the engine allows to replace keys while it runs; otherwise a
   * restart does.
   *
   * @throws IOException if the keys cannot be used, with one line that says why
   */
  void reload() throws IOException;

  /** Returns whether stored values may be sealed with another key than the first. */
  boolean needsPrevious() throws IOException;

  /**
   * Notes that all stored values are sealed with the first key, so that a start with it alone is
   * accepted.
   */
  void retirePrevious() throws IOException;
}
