package io.posthorn.app.boot;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Prometheus' {@code promtool}, from Debian's package {@code prometheus}; a test without it is
 * skipped.
 */
final class Promtool {
  private Promtool() {}

  /** Runs it in a directory, and fails with its output if it reports an error. */
  static void run(Path directory, String... arguments) throws IOException, InterruptedException {
    Optional<Path> tool = find();
    assumeTrue(tool.isPresent(), "promtool is not on this machine: 'apt-get install prometheus'.");
    List<String> command = new ArrayList<>(List.of(tool.orElseThrow().toString()));
    command.addAll(List.of(arguments));
    Path output = directory.resolve("promtool.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("no end of " + command);
    }
    if (process.exitValue() != 0) {
      throw new AssertionError(Files.readString(output, StandardCharsets.UTF_8));
    }
  }

  private static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(directory -> Path.of(directory, "promtool"))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
