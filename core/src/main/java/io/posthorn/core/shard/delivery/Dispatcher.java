package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.endpoint.InFlightLimit;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.UnreportedChanges;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.InFlightShares;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * The part of a turn that decides which requests start now.
 *
 * <p>Implementation notes. Only endpoints that are touched or due are examined. {@link #evaluate}
 * determines whether an endpoint can start a request now (then it is ready) or when to examine it
 * again; {@link #dispatch} starts requests of ready endpoints as long as {@link InFlightShares} has
 * capacity for one of them. An endpoint that gets none stays ready: the next outcome frees some.
 */
public final class Dispatcher {
  /**
   * The most messages of moved or deleted subscriptions that one turn settles; sweeps do the rest.
   */
  private static final int SETTLED = 200;

  private static final Lane[] BOTH_LANES = {Lane.FIRST, Lane.RETRY};

  private final ShardState state;
  private final MessageTransitions transitions;
  private final AttemptStarter starter;
  private final AccessTokens tokens;

  public Dispatcher(ShardState state, MessageTransitions transitions, AccessTokens tokens) {
    this.state = state;
    this.transitions = transitions;
    this.tokens = tokens;
    starter = new AttemptStarter(state, transitions);
  }

  public void dispatch() {
    for (Endpoint endpoint : state.timeline.takeDue(state.now())) {
      if (!state.held(endpoint) && endpoint.waiting(Lane.PROBED) > 0) {
        transitions.returnProbed(endpoint); // touches it until none is left
      }
      evaluate(endpoint);
    }
    int settled = 0;
    for (Endpoint endpoint = state.shares.next();
        endpoint != null;
        endpoint = state.shares.next()) {
      if (state.deliveryPauses.paused(endpoint.customerId())) {
        state.shares.remove(endpoint); // a pause that will reach it
        continue;
      }
      if (!tokens.ready(endpoint)) {
        evaluate(endpoint); // its token ended while it waited for capacity
        continue;
      }
      int before = state.shares.inFlight();
      if (!startOne(endpoint)) {
        wakeForOtherLane(endpoint); // its body does not fit: it was skipped
        continue;
      }
      if (state.shares.inFlight() == before && ++settled > SETTLED) {
        state.shares.remove(endpoint);
        state.timeline.touch(endpoint); // continues in the next turn, after what is due
      } else {
        evaluate(endpoint);
      }
    }
  }

  /** Examines a skipped endpoint again when a message of its other lane is due: that may fit. */
  private void wakeForOtherLane(Endpoint endpoint) {
    if (!state.held(endpoint)) {
      for (Lane lane : BOTH_LANES) {
        long time = startOf(endpoint, lane);
        if (time > state.now()) {
          state.timeline.wakeBy(endpoint, time);
        }
      }
    }
  }

  /** Makes an endpoint ready, or sets the time to examine it again. */
  private void evaluate(Endpoint endpoint) {
    state.deliveryPauses.endsFor(endpoint);
    boolean held = state.held(endpoint);
    long due = held ? examineHeld(endpoint) : examineEnabled(endpoint);
    long time = endpoint.oauth2() == null ? due : tokens.startOf(endpoint, due, held);
    if (time <= state.now()) {
      state.shares.add(endpoint);
    } else {
      state.shares.remove(endpoint);
    }
    // A ready endpoint is examined again when it gets capacity.
    long wake = time <= state.now() ? Long.MAX_VALUE : time;
    wake = Math.min(wake, expiryOf(endpoint));
    wake = Math.min(wake, dropsEventOf(endpoint));
    wake = Math.min(wake, changeEventOf(endpoint));
    wake = Math.min(wake, certificateEventOf(endpoint));
    state.timeline.wakeAt(endpoint, wake);
  }

  /** Returns when an enabled endpoint can start its next request; now or earlier means at once. */
  private long examineEnabled(Endpoint endpoint) {
    long time = Math.min(startOf(endpoint, Lane.FIRST), startOf(endpoint, Lane.RETRY));
    return Math.max(time, Math.max(endpoint.pacedUntil(), endpoint.stored().holdUntil()));
  }

  /**
   * Returns when a lane can start its next request; never while its part of the in-flight limit is
   * used up.
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
  private long examineHeld(Endpoint endpoint) {
    boolean probing =
        endpoint.circuit().state() == CircuitState.DISABLED
            && !endpoint.paused()
            && !state.deliveryPauses.paused(endpoint.customerId());
    if (!probing || endpoint.probesInFlight() > 0) {
      return Long.MAX_VALUE;
    }
    // A probe interrupted by a crash is repeated at once, like every other request.
    long due = cutOff(endpoint) == null ? endpoint.circuit().nextProbeAt() : state.now();
    long time = Math.max(due, endpoint.pacedUntil()); // no Retry-After delays a probe
    return time <= state.now() && probeChoice(endpoint) == null ? Long.MAX_VALUE : time;
  }

  /**
   * Returns when the first message of a held endpoint expires; expired ones are marked for the
   * sweep.
   */
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

  /**
   * Returns when the next event about an endpoint's drops may be published; one due now is marked.
   */
  private long dropsEventOf(Endpoint endpoint) {
    long interval = state.rules.limits().operationalEventInterval();
    UnreportedChanges unreported = endpoint.stored().unreportedChanges();
    long time =
        endpoint.drops().isEmpty() ? Long.MAX_VALUE : endpoint.drops().nextEventAt(interval);
    if (unreported.hasDrops()) {
      time = Math.min(time, unreported.nextEventAt(interval));
    }
    if (time > state.now()) {
      return time;
    }
    state.dropped.add(endpoint);
    return Long.MAX_VALUE;
  }

  /**
   * Returns when an event about an endpoint's unreported changes may be published; one due now is
   * marked.
   */
  private long changeEventOf(Endpoint endpoint) {
    UnreportedChanges changes = endpoint.stored().unreportedChanges();
    if (changes.count() == 0) {
      return Long.MAX_VALUE;
    }
    long time = changes.nextEventAt(state.rules.limits().operationalEventInterval());
    if (time > state.now()) {
      return time;
    }
    state.unreported.add(endpoint);
    return Long.MAX_VALUE;
  }

  /**
   * Returns when to report that an endpoint's client certificate ends; one due now is marked. Each
   * certificate is reported once.
   */
  private long certificateEventOf(Endpoint endpoint) {
    ClientCertificate certificate = endpoint.settings().options().clientCertificate();
    if (certificate == null || certificate.expiresAt() == endpoint.stored().certificateReported()) {
      return Long.MAX_VALUE;
    }
    long next =
        endpoint
            .stored()
            .unreportedChanges()
            .nextEventAt(state.rules.limits().operationalEventInterval());
    long time = Math.max(certificate.expiresAt() - ClientCertificate.NOTICE, next);
    if (time > state.now()) {
      return time;
    }
    state.certificates.add(endpoint);
    return Long.MAX_VALUE;
  }

  private boolean startOne(Endpoint endpoint) {
    if (state.held(endpoint)) {
      LaneEntry choice = probeChoice(endpoint);
      boolean started = choice == null || starter.start(endpoint, choice, true);
      if (!started || endpoint.probesInFlight() > 0) {
        state.lanes.forget(endpoint); // else its message was settled, and the next one follows
      }
      return started;
    }
    Lane lane = laneToServe(endpoint);
    Lane other = lane == Lane.FIRST ? Lane.RETRY : Lane.FIRST;
    return startHead(endpoint, lane)
        || (startOf(endpoint, other) <= state.now() && startHead(endpoint, other));
  }

  /** Starts the request of a lane's head; false if its body does not fit. */
  private boolean startHead(Endpoint endpoint, Lane lane) {
    LaneEntry head = state.lanes.head(endpoint, lane);
    return head == null || starter.start(endpoint, head, false);
  }

  /** The lane to serve next: if both can start, the one that was not served last. */
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
    for (Lane lane : Lane.STARTING) {
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
    if (message == null
        || message.status().ended()
        || message.isBehind()
        || !message.endpoint().equals(endpoint.id())) {
      endpoint.forgetProbe();
      state.endpoints.changed(endpoint);
      return null;
    }
    return LaneEntry.of(message, true);
  }
}
