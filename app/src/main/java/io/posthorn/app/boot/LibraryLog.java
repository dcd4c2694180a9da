package io.posthorn.app.boot;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The handler through which everything that is not Posthorn's own log gets into it: records of
 * {@link Logger}, where the loggers of the JDK, Helidon, Kafka, HttpCore and Micrometer all end;
 * uncaught exceptions; and text that a library prints to stderr. RocksDB keeps its own file in the
 * data directory.
 *
 * <p>Each logger has {@value #LINES_A_MINUTE} lines a minute: a client without its broker logs the
 * same warning many times a second. Lines above that are counted, and the next line of that logger
 * says how many.
 */
public final class LibraryLog extends Handler {
  static final int LINES_A_MINUTE = 10;

  /** Libraries have a few hundred loggers; a library that invents names must not fill the heap. */
  private static final int MOST_LOGGERS = 1_000;

  private static final long MINUTE_MILLIS = 60_000;

  /** Our own loggers, in modules that do not know this log. */
  private static final String POSTHORN = "io.posthorn.";

  private final LogWriter log;
  private final InstantSource clock;
  private final Formatter text = new SimpleFormatter();
  private final Map<String, Quota> quotas = new HashMap<>();

  LibraryLog(LogWriter log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  /**
   * Makes this process log through a writer. Loggers report warnings and errors, unless a file
   * given by {@code -Djava.util.logging.config.file} says otherwise.
   */
  public static Installation install(LogWriter log) {
    LibraryLog handler = new LibraryLog(log, InstantSource.system());
    Logger root = LogManager.getLogManager().getLogger("");
    Installation installed =
        new Installation(
            root,
            List.of(root.getHandlers()),
            root.getLevel(),
            Thread.getDefaultUncaughtExceptionHandler(),
            System.err);
    for (Handler other : root.getHandlers()) {
      root.removeHandler(other);
    }
    root.addHandler(handler);
    if (System.getProperty("java.util.logging.config.file") == null) {
      root.setLevel(Level.WARNING);
    }
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) ->
            handler.error("Thread " + thread.getName() + " ended with an exception.", error));
    System.setErr(new PrintStream(handler.new ErrorLines(), true, StandardCharsets.UTF_8));
    return installed;
  }

  /** The destinations that {@link #install} replaced; {@link #close} puts them back. */
  record Installation(
      Logger root,
      List<Handler> handlers,
      @Nullable Level level,
      Thread.@Nullable UncaughtExceptionHandler uncaught,
      PrintStream err)
      implements AutoCloseable {
    @Override
    public void close() {
      System.setErr(err);
      Thread.setDefaultUncaughtExceptionHandler(uncaught);
      for (Handler handler : root.getHandlers()) {
        root.removeHandler(handler);
      }
      handlers.forEach(root::addHandler);
      root.setLevel(level);
    }
  }

  @Override
  public void publish(LogRecord record) {
    if (!isLoggable(record)) {
      return;
    }
    String logger = String.valueOf(record.getLoggerName());
    long leftOut = takeLine(logger);
    if (leftOut < 0) {
      return;
    }
    boolean error = record.getLevel().intValue() >= Level.SEVERE.intValue();
    String message = text.formatMessage(record);
    Map<String, Object> fields = new LinkedHashMap<>();
    if (logger.startsWith(POSTHORN)) {
      fields.put("what", message);
    } else {
      fields.put("level", level(record.getLevel()));
      fields.put("logger", logger);
      fields.put("message", message);
    }
    addError(fields, record.getThrown());
    if (leftOut > 0) {
      fields.put("leftOut", leftOut);
    }
    String event = error ? "error" : "warning";
    log.write(logger.startsWith(POSTHORN) ? event : "library_log", fields);
  }

  private static String level(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return "error";
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return "warning";
    }
    return level.intValue() >= Level.INFO.intValue() ? "info" : "debug";
  }

  private void error(String what, Throwable error) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("what", what);
    addError(fields, error);
    log.write("error", fields);
  }

  /** Adds an exception with its last cause, and where it was thrown. */
  private static void addError(Map<String, Object> fields, @Nullable Throwable error) {
    if (error == null) {
      return;
    }
    Throwable cause = error;
    for (int depth = 0; depth < 20 && cause.getCause() != null; depth++) {
      cause = cause.getCause();
    }
    String last = error.getCause() == null ? "" : "; caused by " + cause;
    fields.put("error", error + last);
    StackTraceElement[] trace = cause.getStackTrace();
    if (trace.length > 0) {
      fields.put("at", trace[0].toString());
    }
  }

  /**
   * Takes a line of a logger's quota.
   *
   * @return how many lines were left out before it, or -1 if this one is left out too
   */
  private synchronized long takeLine(String logger) {
    if (quotas.size() >= MOST_LOGGERS && !quotas.containsKey(logger)) {
      quotas.clear();
    }
    return quotas.computeIfAbsent(logger, name -> new Quota()).take(clock.millis());
  }

  @Override
  public void flush() {}

  /** Does nothing: the log is closed by the one who opened it. */
  @Override
  public void close() {}

  /** The lines that one logger may still write in this minute. */
  private static final class Quota {
    private long minute = Long.MIN_VALUE;
    private int taken;
    private long leftOut;

    long take(long now) {
      long current = Math.floorDiv(now, MINUTE_MILLIS);
      if (current != minute) {
        minute = current;
        taken = 0;
      }
      if (taken >= LINES_A_MINUTE) {
        leftOut++;
        return -1;
      }
      taken++;
      long before = leftOut;
      leftOut = 0;
      return before;
    }
  }

  /** A replacement for stderr that turns the lines which a library prints into log records. */
  private final class ErrorLines extends OutputStream {
    /** A longer line is cut, as all values of the log are. */
    private static final int LONGEST = 4_096;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int b) {
      if (b != '\n') {
        if (line.size() < LONGEST && b != '\r') {
          line.write(b);
        }
        return;
      }
      String printed = line.toString(StandardCharsets.UTF_8);
      line.reset();
      if (!printed.isBlank()) {
        LogRecord record = new LogRecord(Level.WARNING, "{0}");
        record.setParameters(new Object[] {printed});
        record.setLoggerName("stderr");
        publish(record);
      }
    }
  }
}
