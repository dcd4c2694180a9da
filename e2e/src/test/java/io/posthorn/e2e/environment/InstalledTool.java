package io.posthorn.e2e.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.OutputLines;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A tool of this machine, such as npm or python3, run in a directory of the test. */
public final class InstalledTool {
  /** Enough to install packages from a registry on a busy machine. */
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** The exit code of a tool, with its output and its errors as one text. */
  public record Result(int code, String output) {
    public boolean succeeded() {
      return code == 0;
    }
  }

  private InstalledTool() {}

  /**
   * Skips the test, and says how to install the tool, on a machine without it. With {@code
   * -Dtools.required=true} the test fails instead: a release is not tested by tests that were
   * skipped.
   */
  public static void require(Path directory, String install, String... command) {
    require(Boolean.getBoolean("tools.required"), directory, install, command);
  }

  static void require(boolean always, Path directory, String install, String... command) {
    boolean installed;
    try {
      installed = run(directory, "", command).succeeded();
    } catch (UncheckedIOException e) {
      installed = false;
    }
    if (!installed) {
      missing(always, "%s does not work here: '%s'.".formatted(command[0], install));
    }
  }

  /** Skips the test, or fails it with {@code -Dtools.required=true}, for something missing here. */
  public static void missing(String reason) {
    missing(Boolean.getBoolean("tools.required"), reason);
  }

  private static void missing(boolean always, String reason) {
    if (always) {
      fail(reason);
    }
    // Surefire does not report an assumption that fails in @BeforeAll, nor its test.
    System.err.println("Skipped: " + reason);
    abort(reason);
  }

  /** Runs a command to its end, with a text as its input. */
  public static Result run(Path directory, String input, String... command) {
    return run(directory, Map.of(), input, command);
  }

  /** Runs a command to its end, and requires its success; returns its output. */
  public static String succeed(Path directory, Map<String, String> variables, String... command) {
    Result result = run(directory, variables, "", command);
    assertThat(result.code()).as("%s: %s", String.join(" ", command), result.output()).isZero();
    return result.output();
  }

  private static Result run(
      Path directory, Map<String, String> variables, String input, String... command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = ChildProcess.startTracked(builder);
    OutputLines output = new OutputLines(process.getInputStream());
    try {
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        ChildProcess.end(process, Duration.ofSeconds(1));
        return new Result(-1, "no end after " + TIMEOUT + ": " + output);
      }
      output.awaitEnd();
      return new Result(process.exitValue(), output.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
