package io.posthorn.app.boot;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.embedded.StoreSizeLimit;
import io.posthorn.engine.EffectListener;
import io.posthorn.server.api.common.TimeJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The log of deliveries and of the server itself: one line for every failed attempt, dropped
 * message and endpoint change. Lines that cannot be written in time are left out, because the store
 * has the same facts.
 */
final class DeliveryLog implements EffectListener, AutoCloseable {
  private final LogWriter log;

  DeliveryLog(LogWriter log) {
    this.log = log;
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
    line.put("resent", attempt.outcome().resent());
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
    } else if (attempt.held()) {
      line.put("held", true);
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
  void removedEarly(StoreSizeLimit.Report report) {
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
    return LogWriter.line(event, at);
  }

  private void offer(Map<String, Object> line) {
    log.offer(line);
  }

  /** Writes the remaining lines. */
  @Override
  public void close() {
    log.close();
  }
}
