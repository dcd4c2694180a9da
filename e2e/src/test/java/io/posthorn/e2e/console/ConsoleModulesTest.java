package io.posthorn.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The linter and the unit tests of the console's modules. Without Node.js, or a registry to install
 * the linter from, they are skipped with a message.
 */
@Tag("thorough")
class ConsoleModulesTest {
  private static final Path TESTS = Path.of("src/test/console");
  private static final Path CONSOLE = Path.of("../server/src/main/resources/console");

  @TempDir static Path directory = Path.of("");

  @BeforeAll
  static void copyTheModulesBesideTheirTests() throws IOException {
    InstalledTool.require(directory, "apt-get install nodejs npm", "npm", "--version");
    copy(TESTS, directory);
    copy(CONSOLE, directory.resolve("console"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  private static InstalledTool.Result run(String... command) {
    return InstalledTool.run(directory, "", command);
  }

  @Test
  void the_linter_finds_nothing() {
    InstalledTool.Result installed =
        run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    if (!installed.succeeded()) {
      InstalledTool.missing("npm could not install the linter: " + installed.output());
    }
    assertThat(run("npm", "run", "--silent", "lint")).isEqualTo(new InstalledTool.Result(0, ""));
  }

  @Test
  void the_unit_tests_pass_and_the_receivers_of_the_console_verify_signatures() {
    InstalledTool.Result result = run("npm", "test", "--silent");

    assertThat(result.output()).contains("# fail 0");
    assertThat(result.code()).as(result.output()).isZero();
  }
}
