package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.InFlightLimit;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests start now.
 *
 * <p>Implementation notes. Only endpoints that are touched or due are examined. {@link #look}
 * determines whether an endpoint can start a request now (then it is ready) or when to examine it
 * again; {@link #dispatch} shares the free capacity among the ready endpoints until the shared
 * limits are reached. An endpoint that gets no capacity stays ready: the next outcome frees some.
 */
public final class Dispatcher {
  /**
   * The most messages of moved or deleted subscriptions that one turn settles; sweeps do the rest.
   */
  private static final int SETTLED = 200;

  private final ShardState state;
  private final AttemptStarter starter;

  public Dispatcher(ShardState state, AttemptStarter starter) {
    this.state = state;
    this.starter = starter;
  }

  public void dispatch() {
    for (Endpoint endpoint : state.timeline.takeDue(state.now())) {
      look(endpoint);
    }
    int settled = 0;
    while (!state.ready.isEmpty() && state.inFlight() < state.rules.limits().maxInFlight()) {
      Endpoint endpoint = state.ready.first();
      int before = state.inFlight();
      if (!startOne(endpoint)) {
        return; // no capacity for its body: it is next
      }
      if (state.inFlight() == before && ++settled > SETTLED) {
        state.ready.remove(endpoint);
        state.timeline.touch(endpoint); // continues in the next turn, after what is due
      } else {
        look(endpoint);
      }
    }
  }

  /** Makes an endpoint ready, or sets the moment to examine it again. */
  private void look(Endpoint endpoint) {
    long moment = state.held(endpoint) ? lookAtHeld(endpoint) : lookAtEnabled(endpoint);
    if (moment <= state.now()) {
      state.ready.add(endpoint);
    } else {
      state.ready.remove(endpoint);
    }
    // A ready endpoint is examined again when it gets capacity.
    long wake = moment <= state.now() ? Long.MAX_VALUE : moment;
    wake = Math.min(wake, expiryOf(endpoint));
    wake = Math.min(wake, dropsEventOf(endpoint));
    state.timeline.wakeAt(endpoint, wake);
  }

  /** When an enabled endpoint can start its next request; now or earlier means at once. */
  private long lookAtEnabled(Endpoint endpoint) {
    long moment = Math.min(startOf(endpoint, Lane.FIRST), startOf(endpoint, Lane.RETRY));
    return allowed(endpoint, moment);
  }

  /** A moment, or later if {@code maxPerSecond} or a {@code Retry-After} requires it. */
  private static long allowed(Endpoint endpoint, long moment) {
    return Math.max(moment, endpoint.opensAt());
  }

  /**
   * When a lane can start its next request; never while its part of the in-flight limit is used up.
   */
  private long startOf(Endpoint endpoint, Lane lane) {
    if (!hasCapacity(endpoint, lane)) {
      return Long.MAX_VALUE;
    }
    LaneEntry head = state.lanes.head(endpoint, lane);
    return head == null ? Long.MAX_VALUE : head.position().at();
  }

  private boolean hasCapacity(Endpoint endpoint, Lane lane) {
    int limit = endpoint.inFlightLimit(state.rules.limits());
    if (limit == 1) {
      return endpoint.inFlight() == 0;
    }
    int ofLane =
        lane == Lane.RETRY
            ? InFlightLimit.forRetries(limit)
            : InFlightLimit.forFirstAttempts(limit);
    return endpoint.inFlight(lane) < ofLane;
  }

  /** When a held endpoint is to be probed, if it is disabled and something waits. */
  private long lookAtHeld(Endpoint endpoint) {
    boolean probing =
        endpoint.circuit().state() == CircuitState.DISABLED
            && !endpoint.paused()
            && !state.deliveryPauses.paused(endpoint.customerId());
    if (!probing || endpoint.probesInFlight() > 0) {
      return Long.MAX_VALUE;
    }
    // A probe interrupted by a crash is repeated at once, like every other request.
    long due = cutOff(endpoint) == null ? endpoint.circuit().nextProbeAt() : state.now();
    long moment = allowed(endpoint, due);
    return moment <= state.now() && probeChoice(endpoint) == null ? Long.MAX_VALUE : moment;
  }

  /** When the first message of a held endpoint expires; expired ones are marked for the sweep. */
  private long expiryOf(Endpoint endpoint) {
    if (!state.held(endpoint)) {
      return Long.MAX_VALUE;
    }
    if (endpoint.nextExpiry() == Timeline.UNKNOWN) {
      endpoint.setNextExpiry(state.lanes.firstExpiry(endpoint));
    }
    if (endpoint.nextExpiry() > state.now()) {
      return endpoint.nextExpiry();
    }
    state.expiring.add(endpoint);
    return Long.MAX_VALUE;
  }

  /** When the next event about an endpoint's drops may be published; one due now is marked. */
  private long dropsEventOf(Endpoint endpoint) {
    if (endpoint.drops().isEmpty()) {
      return Long.MAX_VALUE;
    }
    long moment = endpoint.drops().nextEventAt(state.rules.limits().dropsEventInterval());
    if (moment > state.now()) {
      return moment;
    }
    state.dropped.add(endpoint);
    return Long.MAX_VALUE;
  }

  private boolean startOne(Endpoint endpoint) {
    if (state.held(endpoint)) {
      LaneEntry choice = probeChoice(endpoint);
      boolean started = choice == null || starter.start(endpoint, choice, true);
      state.lanes.forget(endpoint);
      return started;
    }
    LaneEntry head = state.lanes.head(endpoint, laneToServe(endpoint));
    return head == null || starter.start(endpoint, head, false);
  }

  /** The lane whose turn it is: if both can start, the one that was not served last. */
  private Lane laneToServe(Endpoint endpoint) {
    boolean first = startOf(endpoint, Lane.FIRST) <= state.now();
    boolean retry = startOf(endpoint, Lane.RETRY) <= state.now();
    if (first && retry) {
      return endpoint.lastStarted() == Lane.FIRST ? Lane.RETRY : Lane.FIRST;
    }
    return first ? Lane.FIRST : Lane.RETRY;
  }

  /**
   * The message to probe with: the interrupted one, else the first of the first lane, else the
   * retry that is due first (pulled forward if it is not due), else the one whose probe failed
   * longest ago.
   */
  private @Nullable LaneEntry probeChoice(Endpoint endpoint) {
    LaneEntry cutOff = cutOff(endpoint);
    if (cutOff != null) {
      return cutOff;
    }
    for (Lane lane : Lane.values()) {
      LaneEntry head = state.lanes.head(endpoint, lane);
      if (head != null) {
        return head;
      }
    }
    return null;
  }

  /**
   * The probe that the end of the previous process interrupted. If its message no longer waits here
   * there is nothing to repeat, and the next probe keeps its usual time.
   */
  private @Nullable LaneEntry cutOff(Endpoint endpoint) {
    MessageId probe = endpoint.probeCutOff();
    if (probe == null) {
      return null;
    }
    Message message = state.messages.get(endpoint.customerId(), probe);
    if (message == null || message.status().ended() || !message.endpoint().equals(endpoint.id())) {
      endpoint.forgetProbe();
      state.endpoints.changed(endpoint);
      return null;
    }
    return new LaneEntry(message.position(), message.subscription(), message.rendering(), true);
  }
}
