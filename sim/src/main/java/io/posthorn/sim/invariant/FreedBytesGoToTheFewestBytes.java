package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.InFlightRequests;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The invariant that bytes in flight that come free are shared fairly. */
public final class FreedBytesGoToTheFewestBytes implements Invariant {
  /** No body in the simulator is larger; saves looking for one that does not fit. */
  private static final long LARGEST_BODY = 100_000;

  /** The endpoints that waited for bytes after the last turn, with the size of their next body. */
  private Map<EndpointId, Integer> waiting = new TreeMap<>();

  /** Those that were passed over in this turn, with an explanation. */
  private final Map<EndpointId, String> passedOver = new TreeMap<>();

  @Override
  public String contract() {
    return "An endpoint that waits for bytes gets freed ones before any with more bytes in"
        + " flight, itself or its customer.";
  }

  @Override
  public void onTurn(ReferenceModel model, TurnRecord turn) {
    passedOver.clear();
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    EndpointId other = send.ticket().endpoint();
    ExpectedEndpoint sender = model.endpoints().get(other);
    int taken = InFlightRequests.bytesOf(send.event(), send.rendering());
    waiting.remove(other); // it got its bytes; the next ones go first to those that still wait
    waiting.forEach(
        (id, body) -> {
          ExpectedEndpoint endpoint = model.endpoints().get(id);
          if (endpoint != null
              && sender != null
              && fewerBytes(model, endpoint, sender)
              && waitsOnlyForBytes(model, endpoint)
              && InFlightLimitsHold.fits(model, endpoint, body, 0)
              && !InFlightLimitsHold.fits(model, endpoint, body, taken)
              && !takes(model, endpoint, body)) {
            passedOver.put(
                id,
                "%s with %d of its customer's %d bytes waits with %d for bytes that %s took"
                    .formatted(
                        id,
                        model.inFlight().bytesAt(id),
                        model.inFlight().bytesOf(endpoint.customerId()),
                        body,
                        send.ticket()));
          }
        });
  }

  private static boolean fewerBytes(
      ReferenceModel model, ExpectedEndpoint one, ExpectedEndpoint other) {
    InFlightRequests inFlight = model.inFlight();
    return one.customerId().equals(other.customerId())
        ? inFlight.bytesAt(one.id()) < inFlight.bytesAt(other.id())
        : inFlight.bytesOf(one.customerId()) < inFlight.bytesOf(other.customerId());
  }

  /**
   * Returns whether a body of an endpoint would take bytes that others with fewer could have: the
   * bodies of these fit now, one after the other, and would not any more.
   */
  static boolean takes(ReferenceModel model, ExpectedEndpoint endpoint, int body) {
    List<ExpectedEndpoint> fewer =
        model.endpoints().values().stream()
            .filter(
                other -> !other.id().equals(endpoint.id()) && !fewerBytes(model, endpoint, other))
            .sorted(
                Comparator.comparingLong(
                        (ExpectedEndpoint e) -> model.inFlight().bytesOf(e.customerId()))
                    .thenComparingLong(e -> model.inFlight().bytesAt(e.id())))
            .toList();
    long before = body;
    for (ExpectedEndpoint other : fewer) {
      int theirs = smallestBody(model, other, Long.MAX_VALUE, lane -> true);
      if (theirs > 0 && InFlightLimitsHold.fits(model, other, theirs, 0)) {
        if (!InFlightLimitsHold.fits(model, other, theirs, before)) {
          return true;
        }
        before += theirs;
      }
    }
    return false;
  }

  @Override
  public void onDispatched(ReferenceModel model, long now) {
    Map<EndpointId, Integer> after =
        bytesFree(model) > LARGEST_BODY ? new TreeMap<>() : waiting(model, now);
    passedOver.forEach(
        (id, reason) -> {
          if (model.settled() && Objects.equals(waiting.get(id), after.get(id))) {
            throw broken(reason);
          }
        });
    waiting = after;
  }

  private static long bytesFree(ReferenceModel model) {
    return model.rules().limits().maxBytesInFlight() - model.inFlight().bytes();
  }

  private static Map<EndpointId, Integer> waiting(ReferenceModel model, long now) {
    Map<EndpointId, Integer> found = new TreeMap<>();
    for (ExpectedEndpoint endpoint : model.endpoints().values()) {
      int body = bodyThatWaits(model, endpoint, now);
      if (body > 0) {
        found.put(endpoint.id(), body);
      }
    }
    return found;
  }

  @Override
  public void onCrash(ReferenceModel model, long survivingCommit) {
    waiting.clear();
  }

  /** The smallest due body of an endpoint, if it waits only for bytes; else 0. */
  private static int bodyThatWaits(ReferenceModel model, ExpectedEndpoint endpoint, long now) {
    int body = dueBody(model, endpoint, now);
    return InFlightLimitsHold.fits(model, endpoint, body, 0) ? 0 : body;
  }

  /** The smallest due body of an endpoint that nothing but bytes may keep from sending; else 0. */
  private static int dueBody(ReferenceModel model, ExpectedEndpoint endpoint, long now) {
    if (model.held(endpoint)
        || endpoint.retryAfterUntil() > now
        || model.tokens().lacking(endpoint, now)
        || endpoint.settings().maxPerSecond() > 0
        || !waitsOnlyForBytes(model, endpoint)) {
      return 0;
    }
    return smallestBody(
        model,
        endpoint,
        now,
        lane -> lane != Lane.PROBED && InFlightLimitsHold.free(model, endpoint, lane));
  }

  /** The smallest body at the head of a lane that is due up to a given time; 0 if there is none. */
  private static int smallestBody(
      ReferenceModel model, ExpectedEndpoint endpoint, long until, Predicate<Lane> lanes) {
    int smallest = 0;
    for (Lane lane : Lane.STARTING) {
      Message next = lanes.test(lane) ? model.next(endpoint.id(), lane) : null;
      ExpectedMessage known = next == null ? null : model.messages().get(next.id());
      if (next != null && known != null && next.nextAt() <= until) {
        int body = InFlightRequests.bytesOf(known.event(), next.rendering());
        smallest = smallest == 0 ? body : Math.min(smallest, body);
      }
    }
    return smallest;
  }

  private static boolean waitsOnlyForBytes(ReferenceModel model, ExpectedEndpoint endpoint) {
    return model.inFlight().total() < model.rules().limits().maxInFlight()
        && !InFlightLimitsHold.hostFull(model, endpoint)
        && InFlightLimitsHold.withinShare(model, endpoint);
  }
}
