package io.posthorn.e2e.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A directory with copies of parts of the repository, so that no output of a build is left there.
 */
record Workspace(Path directory) {
  static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  /** The output of builds in a working copy. */
  private static final Set<String> OUTPUT =
      Set.of("node_modules", "dist", "build", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache");

  /** The version of the project, which the libraries have too. */
  static String version() {
    try {
      Matcher version =
          Pattern.compile("(?m)^  <version>(.*)</version>$")
              .matcher(Files.readString(REPOSITORY.resolve("pom.xml")));
      assertThat(version.find()).isTrue();
      return version.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a directory of the repository to the same path here, and returns the copy. */
  Path copy(String name) {
    Path source = REPOSITORY.resolve(name);
    Path target = directory.resolve(name);
    try {
      Files.walkFileTree(
          source,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes)
                throws IOException {
              if (OUTPUT.contains(String.valueOf(from.getFileName()))) {
                return FileVisitResult.SKIP_SUBTREE;
              }
              Files.createDirectories(target.resolve(source.relativize(from)));
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path from, BasicFileAttributes attributes)
                throws IOException {
              Files.copy(from, target.resolve(source.relativize(from)));
              return FileVisitResult.CONTINUE;
            }
          });
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the example of a library against a server; all of them do the same. */
  static void checkExample(ServerProcess server, Path where, String... command) {
    assertThat(InstalledTool.succeed(where, variablesOf(server), command))
        .matches(
            """
            Subscribed\\.
            Accepted 3 events\\.
            Refused with 400 invalid_request, because of /objCode\\.
            Received msg_[0-9A-Z]+, and its signature is right\\.
            Message msg_[0-9A-Z]+ is about order large\\.
            Done\\.\\s*\
            """);
  }

  /** The variables that the libraries take a server's address and key from. */
  static Map<String, String> variablesOf(ServerProcess server) {
    return Map.of(
        "POSTHORN_URL", server.address().toString(), "POSTHORN_KEY", ServerProcess.ADMIN_KEY);
  }
}
