package io.posthorn.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What a run leaves lying about. */
public final class Scraps {
  private static final int SHOWN = 30;

  private Scraps() {}

  /** What processes said last, which is worth a look when one of them failed. */
  public static List<String> lastLines(Path log) {
    try {
      List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
      return lines.subList(Math.max(0, lines.size() - SHOWN), lines.size());
    } catch (IOException e) {
      return List.of();
    }
  }

  public static void remove(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
