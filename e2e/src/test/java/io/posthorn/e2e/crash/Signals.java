package io.posthorn.e2e.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands of this machine, with which processes are stopped and continued by their id. */
final class Signals {
  /** All of them end at once, unless the machine is very busy. */
  private static final long SECONDS = 30;

  private Signals() {}

  /** Sends SIGSTOP: the process keeps its connections, and does nothing. */
  static void stop(long pid) {
    run(List.of("kill", "-STOP", String.valueOf(pid)));
  }

  /** Sends SIGCONT. */
  static void resume(long pid) {
    run(List.of("kill", "-CONT", String.valueOf(pid)));
  }

  /** Runs a command that must succeed. */
  static void run(List<String> command) {
    if (exit(command) != 0) {
      throw new IllegalStateException("Failed: " + String.join(" ", command));
    }
  }

  /** Runs a command; returns its exit code, or -1 if it does not exist. */
  static int exit(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return -1;
      }
      return process.exitValue();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
