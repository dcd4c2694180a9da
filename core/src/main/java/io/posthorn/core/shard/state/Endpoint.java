package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.Circuit;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.RequestPacing;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.layout.DropTally;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.url.TargetUrl;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint in memory: its {@linkplain EndpointRecord stored part}, and transient state that is
 * rebuilt after a restart: requests in flight, the heads of its lanes, its positions in the shard's
 * queues.
 */
public final class Endpoint {
  private final EndpointRecord stored;
  private final LaneQueue[] queues = new LaneQueue[Lane.values().length];
  private final TreeMap<MessageId, Flight> flights = new TreeMap<>();
  private final RequestPacing pacing = new RequestPacing();
  private int firstInFlight;
  private int retriesInFlight;
  private int probesInFlight;
  private Lane lastStarted = Lane.RETRY;
  private boolean probeCutOff;
  private long nextExpiry = Timeline.UNKNOWN;

  /** Shared by the endpoints of a customer; {@link Endpoints} sets it. */
  private WaitingCount ofCustomer = new WaitingCount();

  /** Its position in the {@link Timeline}, which alone changes it. */
  long wakeAt = Long.MAX_VALUE;

  /** Its position in the {@link ReadyQueue}, which alone changes it. */
  int readyRank = ReadyQueue.NOT_READY;

  /** The second part of its position in the {@link ReadyQueue}. */
  long readySince;

  Endpoint(EndpointRecord stored) {
    this.stored = stored;
    probeCutOff = stored.probe() != null;
    for (Lane lane : Lane.values()) {
      queues[lane.number()] = new LaneQueue(stored.laneFloor(lane));
    }
  }

  /** Its stored part, for reading. */
  public EndpointRecord stored() {
    return stored;
  }

  public EndpointId id() {
    return stored.id();
  }

  public String customerId() {
    return stored.customerId();
  }

  public TargetUrl url() {
    return stored.url();
  }

  public Circuit circuit() {
    return stored.circuit();
  }

  public DropTally drops() {
    return stored.drops();
  }

  public EndpointSettings settings() {
    return stored.settings();
  }

  public void configure(EndpointSettings settings) {
    stored.configure(settings);
  }

  public EndpointSecrets secrets() {
    return stored.secrets();
  }

  public void replaceSecrets(EndpointSecrets secrets) {
    stored.replaceSecrets(secrets);
  }

  public boolean paused() {
    return stored.paused();
  }

  public void setPaused(boolean paused) {
    stored.setPaused(paused);
  }

  public boolean enabled() {
    return circuit().state() == CircuitState.ENABLED && !paused();
  }

  public long successes() {
    return stored.successes();
  }

  public long failures() {
    return stored.failures();
  }

  /** Counts a result and adapts the in-flight limit to it. */
  public void countResult(Outcome outcome, DeliveryLimits limits) {
    outcome.adapt(stored.inFlightLimit(), maxInFlight(limits));
    if (outcome.success()) {
      stored.countSuccess();
    } else {
      stored.countFailure();
    }
  }

  /** The number of requests it may have in flight now. */
  public int inFlightLimit(DeliveryLimits limits) {
    return stored.inFlightLimit().current(maxInFlight(limits));
  }

  /** Its configured maximum of requests in flight, which the in-flight limit never exceeds. */
  private int maxInFlight(DeliveryLimits limits) {
    int most = limits.maxInFlightPerEndpoint();
    int own = settings().maxInFlight();
    return own > 0 ? Math.min(own, most) : most;
  }

  // Lanes.

  public LaneQueue queue(Lane lane) {
    return queues[lane.number()];
  }

  /** Messages in a lane, those in flight included. */
  public long waiting(Lane lane) {
    return stored.waiting(lane);
  }

  /** Messages in all lanes, those in flight included. */
  public long waiting() {
    return stored.waiting();
  }

  void countWaiting(Lane lane, int more) {
    stored.countWaiting(lane, more);
    ofCustomer.messages += more;
  }

  void shareCount(WaitingCount shared) {
    ofCustomer = shared;
    shared.messages += waiting();
  }

  void leaveCount() {
    ofCustomer.messages -= waiting();
  }

  long expiryFloor() {
    return stored.expiryFloor();
  }

  void setExpiryFloor(long floor) {
    stored.setExpiryFloor(floor);
  }

  /** The next expiry while held; {@link Timeline#UNKNOWN} until it is looked up. */
  public long nextExpiry() {
    return nextExpiry;
  }

  public void setNextExpiry(long moment) {
    nextExpiry = moment;
  }

  public void forgetNextExpiry() {
    nextExpiry = Timeline.UNKNOWN;
  }

  /** The lane of the request that started last, for lanes that take turns. */
  public Lane lastStarted() {
    return lastStarted;
  }

  // Requests in flight.

  public int inFlight() {
    return flights.size();
  }

  public int inFlight(Lane lane) {
    return lane == Lane.RETRY ? retriesInFlight : firstInFlight;
  }

  public int probesInFlight() {
    return probesInFlight;
  }

  public @Nullable Flight flight(MessageId message) {
    return flights.get(message);
  }

  public boolean isInFlight(MessageId message) {
    return flights.containsKey(message);
  }

  public Collection<Flight> flights() {
    return Collections.unmodifiableCollection(flights.values());
  }

  /** A request starts. */
  public void requestStarted(Flight flight, long now) {
    queue(flight.message().queue()).take(flight.message().position());
    addFlight(flight);
    lastStarted = flight.message().lane();
    pacing.started(now, settings().maxPerSecond());
    if (flight.ticket().probe()) {
      stored.setProbe(flight.message().id());
      probeCutOff = false;
      circuit().probeStarted(now);
    }
  }

  void addFlight(Flight flight) {
    flights.put(flight.message().id(), flight);
    count(flight, 1);
  }

  /** A request's outcome is known. */
  public void requestEnded(Flight flight) {
    flights.remove(flight.message().id());
    count(flight, -1);
    stored.returned(flight.message().id());
    if (flight.message().id().equals(stored.probe())) {
      stored.setProbe(null);
    }
  }

  /** A message in flight changed, but its request continues. */
  public void replaceFlight(Flight flight) {
    queue(flight.message().queue()).take(flight.message().position());
    flights.put(flight.message().id(), flight);
  }

  private void count(Flight flight, int more) {
    if (flight.ticket().lane() == Lane.RETRY) {
      retriesInFlight += more;
    } else {
      firstInFlight += more;
    }
    if (flight.ticket().probe()) {
      probesInFlight += more;
    }
  }

  /** Cancels a message when its request in flight ends, unless it succeeds. */
  public void cancelOnReturn(MessageId message) {
    stored.cancelOnReturn(message);
  }

  /** Takes the messages to cancel that were in flight when the previous process ended. */
  public List<MessageId> takeCancelling() {
    List<MessageId> messages = stored.cancelling();
    stored.clearCancelling();
    return messages;
  }

  /**
   * The earliest position, in a lane, of messages in flight: their entries are still in the store.
   */
  long earliestInFlight(Lane lane) {
    long first = Long.MAX_VALUE;
    for (Flight flight : flights.values()) {
      if (flight.message().queue() == lane) {
        first = Math.min(first, flight.message().position().at());
      }
    }
    return first;
  }

  /** The earliest start of a schedule among messages in flight. */
  long earliestStartInFlight() {
    long first = Long.MAX_VALUE;
    for (Flight flight : flights.values()) {
      first = Math.min(first, flight.message().start());
    }
    return first;
  }

  // When it may start requests.

  /** The moment from which requests may start, by {@code Retry-After} and {@code maxPerSecond}. */
  public long opensAt() {
    return Math.max(pacing.opensAt(settings().maxPerSecond()), stored.holdUntil());
  }

  /** Holds the endpoint because of a {@code Retry-After}: only probes start before this moment. */
  public void extendHold(long moment) {
    stored.extendHold(moment);
  }

  /** The probe that the end of the previous process interrupted; null if there is none. */
  public @Nullable MessageId probeCutOff() {
    return probeCutOff ? stored.probe() : null;
  }

  public void forgetProbe() {
    stored.setProbe(null);
    probeCutOff = false;
  }

  /** Restarts after a delivery pause, with one request at first. */
  public void restart() {
    stored.inFlightLimit().afterHold();
    forgetNextExpiry();
  }

  /**
   * Restarts after disabled, frozen or paused: held messages are due at once, with one request at
   * first.
   */
  public void release() {
    restart();
    stored.endHold();
    forgetProbe();
  }

  /** Encodes its stored part, with the floors of its lanes raised as far as is known. */
  public byte[] encode() {
    for (Lane lane : Lane.values()) {
      queue(lane).raiseFloor(earliestInFlight(lane));
      stored.setLaneFloor(lane, queue(lane).floor());
    }
    return stored.encode();
  }
}
