package io.posthorn.app.boot;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.embedded.StoreSizeLimit;
import io.posthorn.engine.EffectListener;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.settings.Settings.LogFormat;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The operator's log: one line for every failed attempt, dropped message and endpoint change. A
 * separate thread writes it, so that a slow terminal blocks nothing; lines beyond its capacity are
 * counted and skipped, because the store has the same facts.
 */
final class DeliveryLog implements EffectListener, AutoCloseable {
  private static final int BACKLOG = 10_000;

  /** The time to write remaining lines on close. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** The end marker: no real line is empty. */
  private static final Map<String, Object> END = Map.of();

  private final LogFormat format;
  private final PrintStream out;
  private final BlockingQueue<Map<String, Object>> lines = new ArrayBlockingQueue<>(BACKLOG);
  private final AtomicLong leftOut = new AtomicLong();
  private final Thread writing;

  DeliveryLog(LogFormat format, PrintStream out) {
    this.format = format;
    this.out = out;
    writing = Thread.ofPlatform().daemon().name("posthorn-log").start(this::write);
  }

  @Override
  public void attemptRecorded(Effect.AttemptRecorded effect) {
    Attempt attempt = effect.attempt();
    if (attempt.outcome().success()) {
      return;
    }
    Map<String, Object> line = line("attempt_failed", attempt.recordedAt());
    line.put("customer", effect.customerId());
    line.put("message", effect.message());
    line.put("endpoint", attempt.endpoint());
    line.put("attempt", attempt.number());
    line.put("slot", attempt.slot());
    line.put("probe", attempt.probe());
    line.put("startedAt", TimeJson.text(attempt.startedAt()));
    line.put("durationMillis", attempt.outcome().durationMillis());
    ErrorKind error = attempt.outcome().error();
    if (error == null) {
      line.put("status", attempt.outcome().status());
      line.put("response", new String(attempt.outcome().responseStart(), StandardCharsets.UTF_8));
    } else {
      line.put("error", error.text());
      line.put("detail", attempt.outcome().detail());
    }
    line.put("next", attempt.next().text());
    if (attempt.nextAt() > 0) {
      line.put("nextAt", TimeJson.text(attempt.nextAt()));
    } else {
      line.put("reason", attempt.reason().text());
    }
    offer(line);
  }

  @Override
  public void messageEnded(Effect.MessageEnded effect) {
    if (effect.status() == MessageStatus.DROPPED) {
      Map<String, Object> line = line("message_dropped", effect.at());
      line.put("customer", effect.customerId());
      line.put("message", effect.message());
      line.put("endpoint", effect.endpoint());
      line.put("reason", effect.reason().text());
      offer(line);
    }
  }

  @Override
  public void endpointChanged(Effect.EndpointChanged effect) {
    Map<String, Object> line = line("endpoint_" + effect.change().text(), effect.at());
    line.put("customer", effect.customerId());
    line.put("endpoint", effect.endpoint());
    offer(line);
  }

  /** Logs early removal of history. */
  void trimmed(StoreSizeLimit.Report report) {
    Map<String, Object> line = line("retention_early", System.currentTimeMillis());
    line.put("payloads", report.removed().payloads());
    line.put("records", report.removed().records());
    line.put("bytes", report.removed().bytes());
    line.put("size", report.size());
    line.put("limit", report.most());
    line.put("exhausted", report.removed().exhausted());
    offer(line);
  }

  /** Logs an internal error. */
  void unexpected(String what, Throwable error) {
    unexpected(what, "", error);
  }

  /** Logs an internal error of a call; the caller only sees the request id. */
  void unexpected(String what, String requestId, Throwable error) {
    Map<String, Object> line = line("error", System.currentTimeMillis());
    line.put("what", what);
    if (!requestId.isEmpty()) {
      line.put("request", requestId);
    }
    line.put("error", error.toString());
    StackTraceElement[] trace = error.getStackTrace();
    line.put("at", trace.length == 0 ? "" : trace[0].toString());
    offer(line);
  }

  /** Logs an event of the server itself. */
  void happened(String event, String what) {
    Map<String, Object> line = line(event, System.currentTimeMillis());
    line.put("what", what);
    offer(line);
  }

  private static Map<String, Object> line(String event, long at) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", TimeJson.text(at));
    line.put("event", event);
    return line;
  }

  private void offer(Map<String, Object> line) {
    if (!lines.offer(line)) {
      leftOut.incrementAndGet();
    }
  }

  private void write() {
    try {
      for (var next = lines.take(); !next.isEmpty(); next = lines.take()) {
        out.println(LogLine.render(next, format));
        long missing = leftOut.getAndSet(0);
        if (missing > 0) {
          Map<String, Object> line = line("log_lines_left_out", System.currentTimeMillis());
          line.put("count", missing);
          out.println(LogLine.render(line, format));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes the remaining lines. */
  @Override
  public void close() {
    try {
      if (lines.offer(END, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        writing.join(PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
