package io.posthorn.e2e.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The wall clock of a process, changed while it runs by libfaketime. Its monotonic clock stays
 * right.
 */
final class FakeClock {
  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

  private final Path offset;

  /**
   * A clock without an offset.
   *
   * @param offset the file that has the offset
   */
  FakeClock(Path offset) {
    this.offset = offset;
    skew(Duration.ZERO);
  }

  static boolean available() {
    return library().isPresent();
  }

  private static Optional<Path> library() {
    return LIBRARIES.stream().filter(Files::exists).findFirst();
  }

  /** The command that runs another one with this clock; empty without libfaketime. */
  List<String> prefix() {
    return library()
        .map(
            library ->
                List.of(
                    "env",
                    "LD_PRELOAD=" + library,
                    "FAKETIME_TIMESTAMP_FILE=" + offset,
                    "FAKETIME_CACHE_DURATION=1",
                    "FAKETIME_DONT_FAKE_MONOTONIC=1",
                    "DONT_FAKE_MONOTONIC=1",
                    // Otherwise timed waits of a JVM never end.
                    "FAKETIME_FORCE_MONOTONIC_FIX=0",
                    "NO_FAKE_STAT=1"))
        .orElse(List.of());
  }

  /** Sets the offset; it takes effect within a second. */
  void skew(Duration by) {
    try {
      // Replaced as a whole: the process may read it at any time.
      Path next =
          Files.writeString(offset.resolveSibling("clock.next"), "%+d".formatted(by.toSeconds()));
      Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
