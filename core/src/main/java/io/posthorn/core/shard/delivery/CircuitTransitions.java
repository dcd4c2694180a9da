package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.FinalStatuses;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.layout.CircuitEvent;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import org.jspecify.annotations.Nullable;

/**
 * The transitions of circuits: counts results and carries out the consequences of a state change.
 */
public final class CircuitTransitions {
  private final ShardState state;
  private final MessageTransitions transitions;
  private final OperationalEventPublisher publisher;
  private final CircuitLog log;

  public CircuitTransitions(
      ShardState state, MessageTransitions transitions, OperationalEventPublisher publisher) {
    this.state = state;
    this.transitions = transitions;
    this.publisher = publisher;
    log = new CircuitLog(state);
  }

  void count(Endpoint endpoint, Outcome outcome, boolean probe) {
    endpoint.countResult(outcome, state.rules.limits());
    if (outcome.success()) {
      boolean healed = endpoint.circuit().succeeded(state.now(), probe);
      logProbe(endpoint, probe, CircuitEvent.PROBE_SUCCEEDED);
      if (healed) {
        log.write(endpoint, CircuitEvent.RECOVERED);
        release(endpoint);
      }
    } else {
      boolean opened = endpoint.circuit().failed(state.now());
      logProbe(endpoint, probe, CircuitEvent.PROBE_FAILED);
      if (opened) {
        boolean frozen = endpoint.circuit().state() == CircuitState.FROZEN;
        log.write(endpoint, frozen ? CircuitEvent.FROZEN : CircuitEvent.DISABLED);
        hold(endpoint, frozen ? EndpointChange.FROZEN : EndpointChange.DISABLED, outcome);
      }
    }
  }

  /**
   * Counts a response with a final status, unless its endpoint leaves those out. A 410 also pauses
   * the endpoint.
   *
   * @param afterResume whether the request started after the last resume or enable; a late 410 does
   *     not undo what a user did after it
   */
  void countFinal(Endpoint endpoint, Outcome outcome, boolean probe, boolean afterResume) {
    if (endpoint.settings().options().finalStatuses().counted()) {
      count(endpoint, outcome, probe);
    } else {
      endpoint.adaptLimit(outcome, state.rules.limits());
      logProbe(endpoint, probe, CircuitEvent.PROBE_FAILED);
    }
    if (outcome.status() == FinalStatuses.GONE && afterResume) {
      pause(endpoint, PauseCause.GONE, outcome);
    }
  }

  private void logProbe(Endpoint endpoint, boolean probe, CircuitEvent event) {
    if (probe) {
      log.write(endpoint, event);
    }
  }

  /** Enables an endpoint at a user's request; an enabled endpoint stays unchanged. */
  public void enable(Endpoint endpoint) {
    if (!endpoint.enabled()) {
      endpoint.setPausedBy(null);
      close(endpoint);
    }
  }

  /** Closes a circuit at a user's request; a pause stays. */
  public void close(Endpoint endpoint) {
    endpoint.circuit().enable(state.now());
    endpoint.noteResumed();
    log.write(endpoint, CircuitEvent.ENABLED);
    release(endpoint);
  }

  public void pause(Endpoint endpoint) {
    pause(endpoint, PauseCause.USER, null);
  }

  private void pause(Endpoint endpoint, PauseCause by, @Nullable Outcome outcome) {
    if (!endpoint.paused()) {
      endpoint.setPausedBy(by);
      log.write(endpoint, by == PauseCause.GONE ? CircuitEvent.GONE : CircuitEvent.PAUSED);
      hold(endpoint, EndpointChange.PAUSED, outcome);
    }
  }

  /** Ends a pause; the circuit stays as it is. */
  public void resume(Endpoint endpoint) {
    if (!endpoint.paused()) {
      return;
    }
    endpoint.setPausedBy(null);
    endpoint.noteResumed();
    endpoint.restart();
    log.write(endpoint, CircuitEvent.RESUMED);
    if (endpoint.enabled()) {
      announce(endpoint, EndpointChange.RECOVERED, null);
    }
  }

  private void hold(Endpoint endpoint, EndpointChange change, @Nullable Outcome cause) {
    state.lanes.forget(endpoint);
    announce(endpoint, change, cause);
  }

  /**
   * Held messages become due at once; messages in the probed lane return to their own lanes. A
   * pause beside the circuit stays, and then the end of the pause is the recovery.
   */
  private void release(Endpoint endpoint) {
    endpoint.release();
    transitions.returnProbed(endpoint);
    if (endpoint.enabled()) {
      announce(endpoint, EndpointChange.RECOVERED, null);
    } else {
      state.requireSync();
      state.touch(endpoint);
    }
  }

  private void announce(Endpoint endpoint, EndpointChange change, @Nullable Outcome cause) {
    state.requireSync();
    state.touch(endpoint);
    state.emit(
        new Effect.EndpointChanged(endpoint.customerId(), endpoint.id(), change, state.now()));
    publisher.changed(endpoint, change, cause);
  }
}
