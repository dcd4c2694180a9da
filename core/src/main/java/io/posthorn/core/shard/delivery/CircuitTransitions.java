package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.layout.CircuitEvent;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.Flight;
import io.posthorn.core.shard.state.ShardState;

/** Counts results for an endpoint's circuit, and carries out the consequences of a state change. */
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
        hold(endpoint, frozen ? EndpointChange.FROZEN : EndpointChange.DISABLED);
      }
    }
  }

  private void logProbe(Endpoint endpoint, boolean probe, CircuitEvent event) {
    if (probe) {
      log.write(endpoint, event);
    }
  }

  /** Enables an endpoint at a person's request; an enabled endpoint stays unchanged. */
  public boolean enable(Endpoint endpoint) {
    if (endpoint.enabled()) {
      return false;
    }
    endpoint.setPaused(false);
    endpoint.circuit().enable(state.now());
    log.write(endpoint, CircuitEvent.ENABLED);
    release(endpoint);
    return true;
  }

  public void pause(Endpoint endpoint) {
    if (!endpoint.paused()) {
      endpoint.setPaused(true);
      log.write(endpoint, CircuitEvent.PAUSED);
      hold(endpoint, EndpointChange.PAUSED);
    }
  }

  private void hold(Endpoint endpoint, EndpointChange change) {
    state.lanes.forget(endpoint);
    announce(endpoint, change);
  }

  /** Held messages become due at once; messages in the probed lane return to their own lanes. */
  private void release(Endpoint endpoint) {
    endpoint.release();
    // As many as probes can fail within a message's lifetime: a few hundred at most.
    for (LaneEntry entry : state.lanes.entries(endpoint, Lane.PROBED, null, Integer.MAX_VALUE)) {
      MessageId id = entry.position().message();
      Flight flight = endpoint.flight(id);
      Message message = state.messages.get(endpoint.customerId(), id);
      if (flight != null) {
        transitions.rewrite(endpoint, flight, flight.message().backInLane());
      } else if (message != null) {
        state.lanes.dequeue(endpoint, message);
        transitions.keepWaiting(message, message.backInLane(), endpoint);
      }
    }
    announce(endpoint, EndpointChange.RECOVERED);
  }

  private void announce(Endpoint endpoint, EndpointChange change) {
    state.requireSync();
    state.touch(endpoint);
    state.emit(
        new Effect.EndpointChanged(endpoint.customerId(), endpoint.id(), change, state.now()));
    publisher.changed(endpoint, change);
  }
}
