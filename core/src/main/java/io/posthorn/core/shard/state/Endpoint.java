package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.Circuit;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.endpoint.RequestPacing;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.lane.LaneMemory;
import io.posthorn.core.shard.lane.LaneQueue;
import io.posthorn.core.shard.layout.DropCounter;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.url.TargetUrl;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint in memory: its {@linkplain EndpointRecord stored part}, and transient state that is
 * rebuilt after a restart: requests in flight, the heads of its lanes, its positions in the shard's
 * queues.
 */
public final class Endpoint {
  private final EndpointRecord stored;

  private final EndpointLanes lanes;
  private final EndpointFlights flights = new EndpointFlights();
  private final RequestPacing pacing = new RequestPacing();
  private final EndpointToken token = new EndpointToken();
  private Lane lastStarted = Lane.RETRY;
  private boolean probeCutOff;
  private long nextExpiry = Timeline.UNKNOWN;

  private final CustomerLoad customer;
  private final Host host;

  private final EndpointLoad load = new EndpointLoad();
  private long wakeAt = Long.MAX_VALUE;

  Endpoint(EndpointRecord stored, LaneMemory memory, CustomerLoad customer, Host host) {
    this.stored = stored;
    this.customer = customer;
    this.host = host;
    lanes = new EndpointLanes(stored.lanes(), memory, customer, flights);
    probeCutOff = stored.probe() != null;
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

  public DropCounter drops() {
    return stored.drops();
  }

  public EndpointSettings settings() {
    return stored.settings();
  }

  public void configure(EndpointSettings settings) {
    if (!Objects.equals(oauth2(), settings.options().oauth2())) {
      token.reset();
      stored.endTokenWait();
    }
    stored.configure(settings);
    forgetNextExpiry(); // its schedule may have changed
  }

  /** Its OAuth2 client; null if it needs no access token. */
  public @Nullable OAuth2Client oauth2() {
    return settings().options().oauth2();
  }

  /** Its access token. */
  public EndpointToken token() {
    return token;
  }

  /** Its retry schedule: its own, or the general one. */
  public RetrySchedule schedule(RetrySchedule general) {
    RetryPolicy own = settings().options().retry();
    return own == null ? general : general.with(own);
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

  public void setPausedBy(@Nullable PauseCause cause) {
    stored.setPausedBy(cause);
  }

  /** A user resumed or enabled it: late responses of requests in flight no longer pause it. */
  public void noteResumed() {
    flights.noteResumed();
  }

  /** Returns whether a request started after a user last resumed or enabled it. */
  public boolean startedAfterResume(AttemptTicket ticket) {
    return flights.startedAfterResume(ticket);
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
    adaptLimit(outcome, limits);
    if (outcome.success()) {
      stored.countSuccess();
    } else {
      stored.countFailure();
    }
  }

  /** Adapts the in-flight limit to a result that is not counted otherwise. */
  public void adaptLimit(Outcome outcome, DeliveryLimits limits) {
    outcome.adapt(stored.inFlightLimit(), maxInFlight(limits));
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

  EndpointLanes lanes() {
    return lanes;
  }

  public LaneQueue queue(Lane lane) {
    return lanes.queue(lane);
  }

  /** Messages in a lane, those in flight included. */
  public long waiting(Lane lane) {
    return lanes.waiting(lane);
  }

  /** Messages in all lanes, those in flight included. */
  public long waiting() {
    return lanes.waiting();
  }

  /** The next expiry while held; {@link Timeline#UNKNOWN} until it is looked up. */
  public long nextExpiry() {
    return nextExpiry;
  }

  public void setNextExpiry(long time) {
    nextExpiry = time;
  }

  public void forgetNextExpiry() {
    nextExpiry = Timeline.UNKNOWN;
  }

  /** The lane of the request that started last, for lanes that alternate. */
  public Lane lastStarted() {
    return lastStarted;
  }

  // Requests in flight.

  CustomerLoad customer() {
    return customer;
  }

  EndpointLoad load() {
    return load;
  }

  Host host() {
    return host;
  }

  /** The current in-flight limit of its host and port, over all endpoints. */
  public int hostLimit() {
    return host.limit();
  }

  /** Caches the body size of a message, so that its event is not read again. */
  public void weigh(MessageId message, int bytes) {
    load.weigh(message, bytes);
  }

  /** The size of a message's body if it is known, else 0. */
  public int weightOf(MessageId message) {
    return load.weightOf(message);
  }

  public int inFlight() {
    return flights.size();
  }

  public int inFlight(Lane lane) {
    return flights.size(lane);
  }

  public int probesInFlight() {
    return flights.probes();
  }

  public @Nullable Flight flight(MessageId message) {
    return flights.get(message);
  }

  public boolean isInFlight(MessageId message) {
    return flights.contains(message);
  }

  public Collection<Flight> flights() {
    return flights.all();
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
    flights.add(flight);
  }

  /** A request's outcome is known. */
  public void requestEnded(Flight flight) {
    flights.remove(flight);
    stored.returned(flight.message().id());
    if (flight.message().id().equals(stored.probe())) {
      stored.setProbe(null);
    }
  }

  /** A request was not sent. A probe is repeated at once, like one that a crash interrupted. */
  public void requestReturned(Flight flight) {
    MessageId probe = stored.probe();
    requestEnded(flight);
    if (flight.message().id().equals(probe)) {
      stored.setProbe(probe);
      probeCutOff = true;
    }
  }

  /** A message in flight changed, but its request continues. */
  public void replaceFlight(Flight flight) {
    queue(flight.message().queue()).take(flight.message().position());
    flights.replace(flight);
  }

  /** Cancels a message when its request in flight ends, unless it succeeds. */
  public void cancelOnReturn(MessageId message) {
    stored.cancelOnReturn(message);
  }

  /** Takes the messages to cancel that were in flight when the previous process ended. */
  public List<MessageId> takeCancelling() {
    return stored.takeCancelling();
  }

  /**
   * The earliest position, in a lane, of messages in flight: their entries are still in the store.
   */
  long earliestInFlight(Lane lane) {
    return flights.earliest(lane);
  }

  /** The earliest start of a schedule among messages in flight. */
  long earliestStartInFlight() {
    return flights.earliestStart();
  }

  // The time at which it may start requests.

  /** Its position in the {@link Timeline}, which alone changes it. */
  long wakeAt() {
    return wakeAt;
  }

  void setWakeAt(long time) {
    wakeAt = time;
  }

  /** The time from which {@code maxPerSecond} lets requests start. */
  public long pacedUntil() {
    return pacing.opensAt(settings().maxPerSecond());
  }

  /** Holds the endpoint because of a {@code Retry-After}: only probes start before this time. */
  public void extendHold(long time) {
    stored.extendHold(time);
  }

  /** The probe that the end of the previous process interrupted; null if there is none. */
  public @Nullable MessageId probeCutOff() {
    return probeCutOff ? stored.probe() : null;
  }

  /** Forgets the interrupted probe if its message ended, so that a replay does not repeat it. */
  public void messageEnded(MessageId ended) {
    if (ended.equals(probeCutOff())) {
      forgetProbe();
    }
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
    stored.endTokenWait();
    forgetProbe();
  }

  /** Encodes its state, with the floors of its lanes raised as far as is known. */
  public byte[] encodeState() {
    lanes.raiseFloors();
    return stored.encodeState();
  }
}
