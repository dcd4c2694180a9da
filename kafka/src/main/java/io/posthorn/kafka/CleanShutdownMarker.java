package io.posthorn.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Says in the directory of the stores that they were closed in good order. What a killed process
 * left there may hold writes that were never committed, and is restored from the changelogs
 * instead.
 */
final class CleanShutdownMarker {
  private final Path file;

  CleanShutdownMarker(Path directory) {
    file = directory.resolve("closed-in-good-order");
  }

  /** Takes the mark away, for as long as the stores are open; whether it was there. */
  boolean take() {
    try {
      return Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("The state directory cannot be written: " + file, e);
    }
  }

  /** The stores are closed, and hold what is committed and nothing else. */
  void set() {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    } catch (IOException e) {
      throw new UncheckedIOException("The state directory cannot be written: " + file, e);
    }
  }
}
