package io.posthorn.cli;

import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;

/**
 * The environment of a command: variables, clock, standard input and terminal.
 *
 * @param clock its zone is used for printed times
 * @param input standard input
 * @param terminal whether the output is a terminal, so that lines can be redrawn and coloured
 */
public record CommandContext(
    Map<String, String> environment,
    Clock clock,
    Sleep sleep,
    InputStream input,
    boolean terminal) {
  /** A replaceable sleep; tests use it to advance the scenario. */
  @FunctionalInterface
  public interface Sleep {
    void sleep(Duration time) throws InterruptedException;
  }

  @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null without a terminal
  public static CommandContext real() {
    return new CommandContext(
        System.getenv(),
        Clock.system(ZoneId.systemDefault()),
        Thread::sleep,
        System.in,
        System.console() != null);
  }

  /** Returns whether to use colours: on a terminal, unless NO_COLOR is set (no-color.org). */
  public boolean colours() {
    return terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }
}
