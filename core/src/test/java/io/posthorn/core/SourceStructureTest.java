package io.posthorn.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sizes of files and packages, and the names of classes, in all modules. */
final class SourceStructureTest {
  /** Larger packages are hard to survey. */
  private static final long MOST_FILES = 30;

  /** Larger classes do more than one thing. */
  private static final int MOST_LINES = 400;

  private static final Path ROOT = Path.of("..");

  @Test
  void each_class_has_a_name_of_its_own() throws IOException {
    Map<String, List<Path>> byName =
        sources("src").stream()
            .collect(
                Collectors.groupingBy(
                    SourceStructureTest::fileName, TreeMap::new, Collectors.toList()));
    byName.values().removeIf(files -> files.size() == 1);

    assertThat(byName).isEmpty();
  }

  @Test
  void no_package_has_too_many_files() throws IOException {
    Map<Path, Long> sizes =
        sources("src").stream()
            .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));

    assertThat(sizes).hasSizeGreaterThan(100);
    assertThat(sizes)
        .allSatisfy((directory, files) -> assertThat(files).isLessThanOrEqualTo(MOST_FILES));
  }

  @Test
  void no_class_is_too_long() throws IOException {
    List<Path> main = sources("src/main");
    assertThat(main).hasSizeGreaterThan(500);
    for (Path file : main) {
      assertThat(Files.readAllLines(file)).as("%s", file).hasSizeLessThanOrEqualTo(MOST_LINES);
    }
  }

  private static List<Path> sources(String below) throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .filter(module -> Files.exists(module.resolve("pom.xml")))
          .map(module -> module.resolve(below))
          .filter(Files::isDirectory)
          .flatMap(SourceStructureTest::classes)
          .sorted()
          .toList();
    }
  }

  /** The files below a directory that contain a class. */
  private static Stream<Path> classes(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().matches(".*/java/.*\\.java"))
          .filter(file -> !fileName(file).endsWith("-info.java"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fileName(Path file) {
    return String.valueOf(file.getFileName());
  }
}
