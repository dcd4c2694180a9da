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
import java.util.ArrayList;
import java.util.List;

/**
 * The invariant that capacity under the total limit and under the limit of a host is shared fairly.
 */
public final class CapacityGoesToTheFewestInFlight implements Invariant {
  /** A request that started, with what was in flight before it. */
  private record Started(
      EndpointId endpoint,
      String customerId,
      String host,
      int ofEndpoint,
      int ofCustomer,
      int ofCustomerAtHost) {}

  private final List<Started> started = new ArrayList<>();
  private long bytesBefore;

  @Override
  public String contract() {
    return "At the total limit no customer gets a request while another that waits has fewer in"
        + " flight, and of a customer no endpoint while another that waits has fewer; the same"
        + " at each host at its limit.";
  }

  @Override
  public void onTurn(ReferenceModel model, TurnRecord turn) {
    started.clear();
    bytesBefore = model.inFlight().bytes();
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    if (!send.ticket().probe()) {
      InFlightRequests inFlight = model.inFlight();
      String customer = send.event().customerId();
      String host = InFlightRequests.hostOf(send.target().url().text());
      started.add(
          new Started(
              send.ticket().endpoint(),
              customer,
              host,
              inFlight.at(send.ticket().endpoint()).size(),
              inFlight.countOf(customer),
              inFlight.countAtHost(customer, host)));
    }
  }

  @Override
  public void onDispatched(ReferenceModel model, long now) {
    if (started.isEmpty() || !model.settled()) {
      return;
    }
    boolean full = model.inFlight().total() >= model.rules().limits().maxInFlight();
    List<ExpectedEndpoint> waiting =
        model.endpoints().values().stream()
            .filter(e -> waits(model, e, now) && !scarce(model, e, now))
            .toList();
    for (ExpectedEndpoint endpoint : waiting) {
      boolean hostFull = InFlightLimitsHold.hostFull(model, endpoint);
      if (full && !hostFull && !contended(model, endpoint)) {
        started.forEach(
            other -> compare(model, endpoint, other, other.host().equals(endpoint.host())));
      } else if (!full && hostFull && InFlightLimitsHold.withinShare(model, endpoint)) {
        started.stream()
            .filter(other -> other.host().equals(endpoint.host()))
            .forEach(other -> compare(model, endpoint, other, true));
      }
    }
  }

  private void compare(
      ReferenceModel model, ExpectedEndpoint endpoint, Started other, boolean atHost) {
    InFlightRequests inFlight = model.inFlight();
    String customer = endpoint.customerId();
    boolean passedOver =
        customer.equals(other.customerId())
            ? inFlight.at(endpoint.id()).size() < other.ofEndpoint()
            : inFlight.countOf(customer) < other.ofCustomer()
                && (!atHost
                    || inFlight.countAtHost(customer, endpoint.host()) < other.ofCustomerAtHost());
    if (passedOver) {
      throw broken(
          "%s of %s waits with %d (%d) in flight while %s of %s got one more than %d (%d)"
              .formatted(
                  endpoint.id(),
                  customer,
                  inFlight.at(endpoint.id()).size(),
                  inFlight.countOf(customer),
                  other.endpoint(),
                  other.customerId(),
                  other.ofEndpoint(),
                  other.ofCustomer()));
    }
  }

  /** Returns whether a host may have less capacity than customers that wait for it. */
  private static boolean contended(ReferenceModel model, ExpectedEndpoint endpoint) {
    InFlightRequests inFlight = model.inFlight();
    String host = endpoint.host();
    int free = inFlight.hostLimit(host, model.rules().limits()) - inFlight.countAtHost(host);
    return model.endpoints().values().stream()
            .filter(other -> other.host().equals(host))
            .map(ExpectedEndpoint::customerId)
            .distinct()
            .count()
        > free;
  }

  /**
   * Returns whether bytes are scarce for an endpoint: its own bodies hardly fit, and those of all
   * that wait do not fit together.
   */
  private boolean scarce(ReferenceModel model, ExpectedEndpoint endpoint, long now) {
    long most = model.rules().limits().maxBytesInFlight();
    long bytes = Math.max(bytesBefore, model.inFlight().bytes());
    return bytes + 2 * largestDue(model, endpoint, now) > most
        && model.inFlight().bytes() + allDue(model, now) > most;
  }

  private static long allDue(ReferenceModel model, long now) {
    long bytes = 0;
    for (ExpectedEndpoint endpoint : model.endpoints().values()) {
      for (Lane lane : Lane.STARTING) {
        bytes += due(model, endpoint, lane, now);
      }
    }
    return bytes;
  }

  private static long largestDue(ReferenceModel model, ExpectedEndpoint endpoint, long now) {
    return Math.max(due(model, endpoint, Lane.FIRST, now), due(model, endpoint, Lane.RETRY, now));
  }

  /** The size of the body at the head of a lane, if it is due; else 0. */
  private static long due(ReferenceModel model, ExpectedEndpoint endpoint, Lane lane, long now) {
    Message next = model.next(endpoint.id(), lane);
    ExpectedMessage known = next == null ? null : model.messages().get(next.id());
    return next == null || known == null || next.nextAt() > now
        ? 0
        : InFlightRequests.bytesOf(known.event(), next.rendering());
  }

  /** Returns whether an endpoint could send but for the total limit and the limit of its host. */
  private static boolean waits(ReferenceModel model, ExpectedEndpoint endpoint, long now) {
    if (model.held(endpoint)
        || endpoint.retryAfterUntil() > now
        || model.tokens().lacking(endpoint, now)
        || endpoint.settings().maxPerSecond() > 0) {
      return false;
    }
    boolean waits = false;
    for (Lane lane : new Lane[] {Lane.FIRST, Lane.RETRY}) {
      Message next = model.next(endpoint.id(), lane);
      if (next != null && next.nextAt() <= now && InFlightLimitsHold.free(model, endpoint, lane)) {
        waits = true;
      }
    }
    return waits;
  }
}
