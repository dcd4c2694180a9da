package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that {@code ./posthorn package} has made, in the directory that the build names. */
final class Artefacts {
  static final String VERSION = System.getProperty("posthorn.version", "0.2.0");
  static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  private static final Path DIRECTORY =
      Path.of(System.getProperty("posthorn.artefacts", "../target")).toAbsolutePath().normalize();

  private Artefacts() {}

  static Path file(String name) {
    Path file = DIRECTORY.resolve(name);
    assertThat(file).as("made by ./posthorn package all").exists();
    return file;
  }

  /** All but the bills of materials and the checksums. */
  static List<Path> all() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files
          .filter(
              file ->
                  file.getFileName()
                      .toString()
                      .matches("posthorn.*\\.(gz|tgz|tar|deb|jar|whl|zip)"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path directory() {
    return DIRECTORY;
  }

  /** Runs a tool, which must succeed, and returns its output and its errors. */
  static String run(Path directory, String... command) {
    return runWithInput(directory, "", command);
  }

  static String runWithInput(Path directory, String input, String... command) {
    InstalledTool.Result result = InstalledTool.run(directory, input, command);
    assertThat(result.succeeded()).as(String.join(" ", command) + "\n" + result.output()).isTrue();
    return result.output();
  }
}
