package io.posthorn.sim.report;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.text.DurationText;
import io.posthorn.sim.scenario.ReceiverHealth;
import io.posthorn.sim.scenario.Scenario;
import io.posthorn.sim.scenario.ScenarioEndpoint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The recorder of one endpoint of a running scenario: its figures, and the data of its strip and
 * timeline. Times are milliseconds since the start.
 */
final class EndpointRecorder {
  private final ScenarioEndpoint endpoint;
  private final long run;
  private final RetrySchedule retry;
  private final EndpointFigures figures = new EndpointFigures();
  private final EndpointTimeline timeline;
  private final StatusStrip strip;

  /**
   * The waiting messages, and when each is to be attempted if nothing holds it. They are only
   * counted and looked up, so the order of the map does not show.
   */
  private final Map<MessageId, Long> waiting = new HashMap<>();

  private StatusStrip.Status status = StatusStrip.Status.ENABLED;
  private long heldSince;
  private long lastGoodAt;
  private long silence;
  private @Nullable MessageId probe;

  EndpointRecorder(ScenarioEndpoint endpoint, Scenario scenario) {
    this.endpoint = endpoint;
    this.run = scenario.run();
    Rules rules = scenario.settings().rules();
    RetryPolicy own = endpoint.settings().options().retry();
    this.retry = own == null ? rules.retry() : rules.retry().with(own);
    this.strip = new StatusStrip(run);
    long dropGap = Math.max(DurationText.HOUR, run / 20);
    this.timeline =
        new EndpointTimeline(endpoint.name(), rules.circuit(), retry.lifetime(), dropGap);
  }

  void health(long at, ReceiverHealth health) {
    timeline.health(at, "endpoint", health, !status.held(), waiting.keySet());
  }

  void tokenServer(long at, ReceiverHealth health) {
    timeline.health(at, "token server", health, !status.held(), waiting.keySet());
  }

  /** A message was accepted. */
  void accepted(MessageId message, long at) {
    figures.accepted++;
    waiting.put(message, at);
    figures.mostWaiting = Math.max(figures.mostWaiting, waiting.size());
  }

  /** A probe was sent. */
  void probing(MessageId message) {
    probe = message;
  }

  void attempt(MessageId message, Attempt attempt, long at) {
    if (attempt.probe()) {
      figures.probes++;
    } else if (attempt.slot() == 0) {
      figures.firstAttempts++;
    } else {
      figures.retries++;
    }
    if (attempt.outcome().success()) {
      lastGoodAt = at;
    } else {
      figures.failed++;
      strip.failure(at);
    }
    if (attempt.probe() && !attempt.outcome().success()) {
      timeline.probeFailed(at - (attempt.recordedAt() - attempt.startedAt()));
    }
    waiting.put(message, at + due(message, attempt) - attempt.recordedAt());
    timeline.attempt(message, at, attempt.outcome());
  }

  /** When a message is to be attempted next if nothing holds it. */
  private long due(MessageId message, Attempt attempt) {
    long accepted = message.event().acceptedAt();
    if (attempt.nextAt() > 0) {
      return attempt.nextAt();
    }
    int slot =
        attempt.probe() ? attempt.slot() : retry.slotAfter(accepted, attempt.recordedAt(), 0);
    return slot == RetrySchedule.NONE ? attempt.recordedAt() : retry.slotAt(accepted, slot, 0);
  }

  void ended(MessageId message, MessageStatus end, EndReason reason, long acceptedAt, long at) {
    waiting.remove(message);
    if (end == MessageStatus.DELIVERED) {
      figures.delivered++;
      figures.slowest = Math.max(figures.slowest, at - acceptedAt);
    } else {
      timeline.dropped(reason, at);
      switch (reason) {
        case EXPIRED -> figures.expired++;
        case REJECTED -> figures.rejected++;
        default -> figures.exhausted++;
      }
    }
  }

  /**
   * The circuit or the pause changed.
   *
   * @param byHand whether an operator did it
   */
  void changed(EndpointChange change, long at, boolean byHand) {
    switch (change) {
      case DISABLED -> {
        figures.disabledAt.add(at);
        hold(at, StatusStrip.Status.DISABLED);
      }
      case FROZEN -> {
        figures.frozenAt.add(at);
        silence = at - lastGoodAt;
        hold(at, StatusStrip.Status.FROZEN);
      }
      case PAUSED -> {
        hold(at, StatusStrip.Status.PAUSED);
        timeline.add(at, byHand ? "PAUSED by hand" : "PAUSED by status 410, which is final");
      }
      case RECOVERED -> recovered(at, byHand);
      case CERTIFICATE_EXPIRING -> {} // scenarios have no client certificates
    }
  }

  private void hold(long at, StatusStrip.Status held) {
    if (!status.held()) {
      heldSince = at;
    }
    timeline.held(at);
    setStatus(at, held.compareTo(status) > 0 ? held : status);
  }

  private void recovered(long at, boolean byHand) {
    figures.enabledAt.add(at);
    if (byHand) {
      lastGoodAt = at;
    }
    timeline.enabled(at, at - heldSince, due(at), byHand ? null : probe);
    setStatus(at, StatusStrip.Status.ENABLED);
  }

  /** The messages that would have been attempted by now, were the endpoint not held. */
  private Set<MessageId> due(long at) {
    Set<MessageId> due = new HashSet<>();
    waiting.forEach(
        (message, time) -> {
          if (time <= at) {
            due.add(message);
          }
        });
    return due;
  }

  private void setStatus(long at, StatusStrip.Status changed) {
    status = changed;
    strip.changed(at, changed);
  }

  /** The numbers by which the circuit decided. */
  void circuitDecided(CircuitDecision decision, long at) {
    if (decision.change().equals(EndpointChange.DISABLED.text())) {
      timeline.disabled(decision, at);
    } else if (decision.change().equals(EndpointChange.FROZEN.text())) {
      timeline.frozen(decision, at, silence);
    }
  }

  EndpointResult result() {
    figures.waiting = waiting.size();
    figures.held = status.held() ? due(run).size() : 0;
    timeline.end(run, status, figures.waiting, figures.held);
    return new EndpointResult(endpoint, figures, strip, timeline.entries());
  }
}
