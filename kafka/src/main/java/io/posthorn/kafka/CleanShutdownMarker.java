package io.posthorn.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file in the state directory that marks a clean shutdown. Stores of a killed process may hold
 * uncommitted writes and are restored from the changelogs instead.
 */
final class CleanShutdownMarker {
  private final Path file;

  CleanShutdownMarker(Path directory) {
    file = directory.resolve("clean-shutdown");
  }

  /** Removes the marker while the stores are open; returns whether it was there. */
  boolean take() {
    try {
      return Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write the state directory; check its permissions: " + file, e);
    }
  }

  /** Sets the marker: the stores are closed and hold committed data only. */
  void set() {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write the state directory; check its permissions: " + file, e);
    }
  }
}
