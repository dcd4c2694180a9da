package io.posthorn.e2e.environment;

import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.DirectoryTree;
import io.posthorn.testkit.ServerCommand;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The finished jar, started as the launcher does. */
public final class PosthornJar {
  public static final Path JAR =
      Path.of(System.getProperty("posthorn.jar", "../app/target/posthorn.jar"));

  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  private PosthornJar() {}

  /** Determined once, when the first process starts. */
  private static final class Launcher {
    static final ServerCommand COMMAND = command();

    private static ServerCommand command() {
      if (!Files.exists(JAR)) {
        throw new IllegalStateException(JAR + " is not there: run these tests by `mvn verify`.");
      }
      try {
        // For temporary files, which a killed process leaves behind.
        Path temporary = Files.createTempDirectory("posthorn-e2e-tmp");
        ChildProcess.afterLastChild(() -> DirectoryTree.delete(temporary));
        return launched().with(List.of("-Djava.io.tmpdir=" + temporary));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Recording a cache takes longer than the few starts of the quick tier can make up for. */
    private static ServerCommand launched() {
      return Boolean.parseBoolean(System.getProperty("posthorn.aot-cache", "true"))
          ? ServerCommand.asLaunched(REPOSITORY, JAR)
          : ServerCommand.ofJar(JAR, List.of("@" + ServerCommand.optionsFile(REPOSITORY)));
    }
  }

  /**
   * A server that is not started yet, on the engine of this run; all its files are in a directory.
   */
  public static ServerProcess server(Path directory) {
    return server(directory, List.of());
  }

  /** The same, started by another program that replaces itself by it. */
  public static ServerProcess server(Path directory, List<String> prefix) {
    return ServerProcess.in(Launcher.COMMAND.startedBy(prefix), directory)
        .with(TestedEngine.chosen().settings(directory))
        // On a busy machine a healthy receiver may be slow; tests of timeouts set their own.
        .with("delivery.timeout", "30s");
  }

  /** Starts a command of the jar. */
  public static ChildProcess start(Map<String, String> environment, String... arguments) {
    return Launcher.COMMAND.start(environment, List.of(arguments));
  }

  /** Runs a command of the jar to its end. */
  public static ChildProcess run(Map<String, String> environment, String... arguments) {
    try (ChildProcess process = start(environment, arguments)) {
      process.awaitExit();
      return process;
    }
  }

  /**
   * Runs a command of the jar to its end, with a redirection of the shell such as {@code > file}.
   */
  public static ChildProcess runRedirected(
      Map<String, String> environment, String redirection, String... arguments) {
    List<String> shell = List.of("sh", "-c", "exec \"$0\" \"$@\" " + redirection);
    try (ChildProcess process =
        Launcher.COMMAND.startedBy(shell).start(environment, List.of(arguments))) {
      process.awaitExit();
      return process;
    }
  }

  /** Starts a program with exactly this environment, as on another machine. */
  public static ChildProcess startAlone(Map<String, String> environment, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    return ChildProcess.start(builder);
  }
}
