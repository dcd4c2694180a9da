package io.posthorn.app.boot;

import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings.LogFormat;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The log of a command other than {@code serve}: lines of libraries, in the form of {@code
 * log.format}, on stderr. Stdout has the result of the command.
 */
public final class CommandLog implements AutoCloseable {
  private static final String FORMAT = "POSTHORN_LOG_FORMAT";

  private final LogWriter writer;
  private final LibraryLog.Installation installation;

  private CommandLog(LogFormat format) {
    writer = new LogWriter(format, System.err);
    installation = LibraryLog.install(writer);
  }

  /**
   * Opens the log. It takes over {@link System#err}, so the writer for errors of the command itself
   * must exist before.
   */
  public static CommandLog open(LogFormat format) {
    return new CommandLog(format);
  }

  /**
   * Opens the log of a command that has no settings but the format of its log.
   *
   * @throws io.posthorn.server.settings.SettingsException if that is not a format
   */
  public static CommandLog open(Map<String, String> environment) {
    Map<String, String> format = new HashMap<>(environment);
    format.keySet().retainAll(Set.of(FORMAT));
    return open(Configuration.load(null, format).settings().log().format());
  }

  /** Writes the remaining lines, and gives {@link System#err} back. */
  @Override
  public void close() {
    installation.close();
    writer.close();
  }
}
