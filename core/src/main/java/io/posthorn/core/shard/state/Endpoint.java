package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.Allowance;
import io.posthorn.core.endpoint.Circuit;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.Pace;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.DropTally;
import io.posthorn.core.shard.layout.EndpointCodec;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.subscription.TargetUrl;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One customer's URL, with all that is kept in memory about it.
 *
 * <p>The upper part is stored (see {@link EndpointCodec}); the lower part lives as long as the
 * process and is rebuilt, not read.
 */
public final class Endpoint {
  public final EndpointId id;
  public final String customerId;
  public final TargetUrl url;
  public final Circuit circuit;
  public final Allowance allowance;
  public final DropTally drops = new DropTally();
  public EndpointSettings settings = EndpointSettings.NONE;
  public EndpointSecrets secrets;
  public boolean paused;

  /** A receiver asked for patience: nothing starts before this moment. */
  public long holdUntil;

  /** The probe that is on its way, or was when the process died. */
  public @Nullable MessageId probe;

  /**
   * Messages in flight that are to be cancelled unless they succeed; a crash must not lose them.
   */
  public final TreeSet<MessageId> cancelling = new TreeSet<>();

  public long successes;
  public long failures;

  /** Messages in each lane, those in flight included; in the order of the lanes' numbers. */
  public final long[] waiting = new long[Lane.values().length];

  /** A start before which no waiting message outside the first lane began. */
  public long expiryFloor;

  // From here on: as long as the process lives.

  /** Shared by the endpoints of a customer; only {@link Endpoints} and {@link Lanes} touch it. */
  WaitingCount ofCustomer = new WaitingCount();

  public final LaneQueue[] queues = new LaneQueue[Lane.values().length];
  public final TreeMap<MessageId, Flight> flights = new TreeMap<>();
  public final Pace pace = new Pace();
  public int firstInFlight;
  public int retriesInFlight;
  public int probesInFlight;
  public Lane servedLast = Lane.RETRY;

  /** Whether the stored probe was cut off by the end of the last process. */
  public boolean probeCutOff;

  /** The next expiry while held; {@link Timeline#UNKNOWN} until it is looked up. */
  public long nextExpiry = Timeline.UNKNOWN;

  /** Its places in the shard's orders; only {@link Timeline} and {@link ReadyQueue} touch these. */
  long wakeAt = Long.MAX_VALUE;

  int readyRank = ReadyQueue.NOT_READY;
  long readySince;

  public Endpoint(
      EndpointId id,
      String customerId,
      TargetUrl url,
      EndpointSecrets secrets,
      CircuitRules rules,
      int places,
      long createdAt) {
    this.id = id;
    this.customerId = customerId;
    this.url = url;
    this.secrets = secrets;
    this.circuit = new Circuit(rules, createdAt);
    this.allowance = new Allowance(places);
    for (Lane lane : Lane.values()) {
      queues[lane.number()] = new LaneQueue(0);
    }
  }

  public LaneQueue queue(Lane lane) {
    return queues[lane.number()];
  }

  /** The most requests it may have in flight, however well it does. */
  public int mostPlaces(DeliveryLimits limits) {
    int most = limits.maxInFlightPerEndpoint();
    return settings.maxInFlight() > 0 ? Math.min(settings.maxInFlight(), most) : most;
  }

  /** Messages in all lanes, those in flight included. */
  public long waiting() {
    long all = 0;
    for (long inLane : waiting) {
      all += inLane;
    }
    return all;
  }

  public int inFlight() {
    return flights.size();
  }

  public boolean enabled() {
    return circuit.state() == CircuitState.ENABLED && !paused;
  }

  public void depart(Flight flight) {
    flights.put(flight.message().id(), flight);
    count(flight, 1);
  }

  public void arrive(Flight flight) {
    flights.remove(flight.message().id());
    count(flight, -1);
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

  /** The earliest position, in a lane, of those in flight: their entries are in the store yet. */
  public long earliestInFlight(Lane lane) {
    long first = Long.MAX_VALUE;
    for (Flight flight : flights.values()) {
      if (flight.message().queue() == lane) {
        first = Math.min(first, flight.message().position().at());
      }
    }
    return first;
  }

  /** The earliest start of a schedule among those in flight. */
  long earliestStartInFlight() {
    long first = Long.MAX_VALUE;
    for (Flight flight : flights.values()) {
      first = Math.min(first, flight.message().start());
    }
    return first;
  }

  /** After disabled, frozen or paused: what was held is due at once, one request at first. */
  public void release() {
    allowance.afterHold();
    holdUntil = 0;
    probe = null;
    probeCutOff = false;
    nextExpiry = Timeline.UNKNOWN;
  }
}
