package io.posthorn.sim.scenario;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Rules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Watches one endpoint while a scenario plays: counts, and keeps what the strip and the timeline
 * need. Times are milliseconds since the start.
 */
final class EndpointLog {
  private final ScenarioEndpoint endpoint;
  private final long run;
  private final Figures figures = new Figures();
  private final Story story;
  private final Strip strip;

  /** The messages that wait. Only counted and looked up, so its order shows nowhere. */
  private final Map<MessageId, Waiting> waiting = new HashMap<>();

  /**
   * A message on its way.
   *
   * @param number its number at this endpoint, from 1
   * @param due when it is to be attempted, if nothing holds it
   */
  private record Waiting(long number, long due) {}

  private Standing standing = Standing.ENABLED;
  private long heldSince;
  private long lastGoodAt;
  private long silence;
  private @Nullable MessageId probe;

  EndpointLog(ScenarioEndpoint endpoint, long run, Rules rules) {
    this.endpoint = endpoint;
    this.run = run;
    this.strip = new Strip(run);
    long dropGap = Math.max(Durations.HOUR, run / 20);
    this.story = new Story(endpoint.name(), rules.circuit(), rules.retry().lifetime(), dropGap);
  }

  void health(long at, Health health) {
    story.health(at, health, !standing.held(), waiting.keySet());
  }

  /** A message is accepted. */
  void accepted(MessageId message, long at) {
    waiting.put(message, new Waiting(++figures.accepted, at));
    figures.mostWaiting = Math.max(figures.mostWaiting, waiting.size());
  }

  long numberOf(MessageId message) {
    return Objects.requireNonNull(waiting.get(message)).number();
  }

  /** A probe is on its way. */
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
      story.probeFailed(at - (attempt.recordedAt() - attempt.startedAt()));
    }
    long due = at + attempt.nextAt() - attempt.recordedAt();
    waiting.put(message, new Waiting(numberOf(message), due));
    story.attempt(message, at, attempt.outcome());
  }

  void ended(MessageId message, MessageStatus status, EndReason reason, long acceptedAt, long at) {
    waiting.remove(message);
    if (status == MessageStatus.DELIVERED) {
      figures.delivered++;
      figures.slowest = Math.max(figures.slowest, at - acceptedAt);
    } else {
      story.dropped(reason, at);
      if (reason == EndReason.EXPIRED) {
        figures.expired++;
      } else {
        figures.exhausted++;
      }
    }
  }

  /**
   * The circuit or the pause changed.
   *
   * @param byHand whether a person did it in this very moment
   */
  void changed(EndpointChange change, long at, boolean byHand) {
    switch (change) {
      case DISABLED -> {
        figures.disabledAt.add(at);
        hold(at, Standing.DISABLED);
      }
      case FROZEN -> {
        figures.frozenAt.add(at);
        silence = at - lastGoodAt;
        hold(at, Standing.FROZEN);
      }
      case PAUSED -> {
        hold(at, Standing.PAUSED);
        story.tell(at, "PAUSED by hand");
      }
      case RECOVERED -> recovered(at, byHand);
    }
  }

  private void hold(long at, Standing held) {
    if (!standing.held()) {
      heldSince = at;
    }
    story.held(at);
    stand(at, held.compareTo(standing) > 0 ? held : standing);
  }

  private void recovered(long at, boolean byHand) {
    figures.enabledAt.add(at);
    if (byHand) {
      lastGoodAt = at;
    }
    story.enabled(at, at - heldSince, due(at), byHand ? null : probe);
    stand(at, Standing.ENABLED);
  }

  /** The messages that would have been attempted by now: while an endpoint is held, so are they. */
  private Set<MessageId> due(long at) {
    Set<MessageId> due = new HashSet<>();
    waiting.forEach(
        (message, wait) -> {
          if (wait.due() <= at) {
            due.add(message);
          }
        });
    return due;
  }

  private void stand(long at, Standing changed) {
    standing = changed;
    strip.stands(at, changed);
  }

  /** The numbers behind a change. */
  void news(CircuitNews news, long at) {
    if (news.change().equals(EndpointChange.DISABLED.text())) {
      story.disabled(news, at);
    } else if (news.change().equals(EndpointChange.FROZEN.text())) {
      story.frozen(news, at, silence);
    }
  }

  EndpointReport report() {
    figures.waiting = waiting.size();
    figures.held = standing.held() ? due(run).size() : 0;
    story.end(run, standing, figures.waiting, figures.held);
    return new EndpointReport(endpoint, figures, strip, story.entries());
  }
}
