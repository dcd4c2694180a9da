package io.posthorn.cli;

import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;

/**
 * The machine that a command runs on, as the command sees it.
 *
 * @param clock its zone is the one that times are shown in
 * @param input what is piped into the command
 * @param terminal whether a person looks on, so that lines can be redrawn and coloured
 */
public record CommandContext(
    Map<String, String> environment,
    Clock clock,
    Sleep sleep,
    InputStream input,
    boolean terminal) {
  /** Waits; in tests it plays what happens meanwhile. */
  @FunctionalInterface
  public interface Sleep {
    void sleep(Duration time) throws InterruptedException;
  }

  @SuppressWarnings("SystemConsoleNull") // on 25 it is null again where there is no terminal
  public static CommandContext real() {
    return new CommandContext(
        System.getenv(),
        Clock.system(ZoneId.systemDefault()),
        Thread::sleep,
        System.in,
        System.console() != null);
  }

  /** Whether to use colours: on a terminal whose owner has not asked for none (no-color.org). */
  public boolean colours() {
    return terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }
}
