package io.posthorn.app.boot;

import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.settings.Settings.LogFormat;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The writer of the log: one line for each event, in one format. A separate thread writes, so that
 * a slow terminal blocks nothing; lines beyond its capacity are counted and skipped. After {@link
 * #close} the caller writes.
 */
public final class LogWriter implements AutoCloseable {
  private static final int BACKLOG = 10_000;

  /** The time to write remaining lines on close. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  /** The end marker: no real line is empty. */
  private static final Map<String, Object> END = Map.of();

  private final LogFormat format;
  private final PrintStream out;
  private final BlockingQueue<Map<String, Object>> lines = new ArrayBlockingQueue<>(BACKLOG);
  private final AtomicLong leftOut = new AtomicLong();
  private final Thread writing;
  private volatile boolean closed;

  public LogWriter(LogFormat format, PrintStream out) {
    this.format = format;
    this.out = out;
    writing = Thread.ofPlatform().daemon().name("posthorn-log").start(this::writeAll);
  }

  /** A line that has its first two fields, time and event. */
  static Map<String, Object> line(String event, long at) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", TimeJson.text(at));
    line.put("event", event);
    return line;
  }

  /** Writes an event of now with more fields, in their order. */
  public void write(String event, Map<String, Object> fields) {
    Map<String, Object> line = line(event, System.currentTimeMillis());
    line.putAll(fields);
    offer(line);
  }

  void offer(Map<String, Object> line) {
    if (closed) {
      print(line);
    } else if (!lines.offer(line)) {
      leftOut.incrementAndGet();
    }
  }

  private void writeAll() {
    try {
      for (var next = lines.take(); !next.isEmpty(); next = lines.take()) {
        print(next);
        long missing = leftOut.getAndSet(0);
        if (missing > 0) {
          Map<String, Object> line = line("log_lines_left_out", System.currentTimeMillis());
          line.put("count", missing);
          print(line);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One call of println, so that lines of two threads do not mix. */
  private void print(Map<String, Object> line) {
    out.println(LogLine.render(line, format));
  }

  /** Writes the remaining lines. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (lines.offer(END, CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        writing.join(CLOSE_TIMEOUT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
