package io.posthorn.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log, to show when a process has failed. */
public final class LogTail {
  private static final int LINES = 30;

  private LogTail() {}

  public static List<String> of(Path log) {
    try {
      List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
      return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    } catch (IOException e) {
      return List.of();
    }
  }
}
