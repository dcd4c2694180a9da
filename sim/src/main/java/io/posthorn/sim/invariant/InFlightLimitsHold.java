package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.InFlightRequests;
import io.posthorn.sim.model.NaiveInFlightLimit;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that the limits on requests in flight hold. */
public final class InFlightLimitsHold implements Invariant {
  /** A customer may have this many times the rest of the total. */
  private static final int PER_LEFT = 8;

  @Override
  public String contract() {
    return "No lane of an endpoint, no host and no customer has more in flight than its share or"
        + " limit, and all together never more than the total of requests and of bytes; an"
        + " endpoint with nothing in flight, or within its share of the bytes, may exceed the"
        + " latter by one body, up to twice the total.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    InFlightRequests inFlight = model.inFlight();
    DeliveryLimits limits = model.rules().limits();
    if (inFlight.has(send.ticket().message())) {
      throw broken("%s is in flight already".formatted(send.ticket().message()));
    }
    if (inFlight.total() >= limits.maxInFlight()) {
      throw broken("%d requests are in flight already".formatted(inFlight.total()));
    }
    ExpectedEndpoint endpoint = model.endpoints().get(send.ticket().endpoint());
    if (endpoint != null) {
      checkShares(model, endpoint, send);
    }
    if (endpoint != null
        && !send.ticket().probe()
        && !free(model, endpoint, send.ticket().lane())) {
      throw broken(
          "%s has no capacity for %s: %d of its %d are in flight"
              .formatted(
                  endpoint.id(),
                  send.ticket().lane(),
                  inFlight.at(endpoint.id()).size(),
                  limit(model, endpoint)));
    }
  }

  private void checkShares(ReferenceModel model, ExpectedEndpoint endpoint, Effect.Send send) {
    InFlightRequests inFlight = model.inFlight();
    if (hostFull(model, endpoint)) {
      throw broken(
          "%s has %d requests in flight already"
              .formatted(endpoint.host(), inFlight.countAtHost(endpoint.host())));
    }
    if (!withinShare(model, endpoint)) {
      throw broken(
          "%s has %d of %d requests in flight already"
              .formatted(
                  endpoint.customerId(),
                  inFlight.countOf(endpoint.customerId()),
                  inFlight.total()));
    }
    if (!fits(model, endpoint, send.event(), send.rendering())) {
      throw broken(
          "%s has %d of %d bytes in flight already"
              .formatted(
                  endpoint.customerId(),
                  inFlight.bytesOf(endpoint.customerId()),
                  inFlight.bytes()));
    }
  }

  static boolean hostFull(ReferenceModel model, ExpectedEndpoint endpoint) {
    InFlightRequests inFlight = model.inFlight();
    String host = endpoint.host();
    return inFlight.countAtHost(host) >= inFlight.hostLimit(host, model.rules().limits());
  }

  /** Returns whether an endpoint's customer may have one more request. */
  static boolean withinShare(ReferenceModel model, ExpectedEndpoint endpoint) {
    int left = model.rules().limits().maxInFlight() - model.inFlight().total();
    return model.inFlight().countOf(endpoint.customerId()) < PER_LEFT * left || alone(model);
  }

  /** Returns whether a message's body fits into the bytes in flight. */
  static boolean fits(
      ReferenceModel model, ExpectedEndpoint endpoint, Event event, Rendering rendering) {
    return fits(model, endpoint, InFlightRequests.bytesOf(event, rendering), 0);
  }

  /** Returns whether a body would fit if a number of further bytes were in flight. */
  static boolean fits(ReferenceModel model, ExpectedEndpoint endpoint, int body, long more) {
    InFlightRequests inFlight = model.inFlight();
    long total = model.rules().limits().maxBytesInFlight();
    long before = inFlight.bytes() + more;
    long after = before + body;
    if (inFlight.at(endpoint.id()).isEmpty()) {
      if (before <= total || after <= 2 * total / (PER_LEFT + 1) * PER_LEFT) {
        return true;
      }
    } else if (after <= total) {
      return true;
    }
    long share =
        total
            / Math.max(1, inFlight.customers())
            / Math.max(1, inFlight.endpointsOf(endpoint.customerId()));
    return after <= 2 * total && inFlight.bytesAt(endpoint.id()) + body <= share;
  }

  /** Customers that are being erased may or may not be gone, so they do not count. */
  private static boolean alone(ReferenceModel model) {
    return model.endpoints().values().stream()
            .map(ExpectedEndpoint::customerId)
            .filter(customer -> !model.erased().has(customer))
            .distinct()
            .count()
        < 2;
  }

  static int limit(ReferenceModel model, ExpectedEndpoint endpoint) {
    return Math.min(endpoint.inFlightLimit(), endpoint.most(model.rules().limits()));
  }

  /** Returns whether a lane of an endpoint may send; both lanes share a limit of one. */
  static boolean free(ReferenceModel model, ExpectedEndpoint endpoint, Lane lane) {
    int limit = limit(model, endpoint);
    EndpointId id = endpoint.id();
    return limit == 1
        ? model.inFlight().at(id).isEmpty()
        : model.inFlight().count(id, lane) < NaiveInFlightLimit.shareOf(lane, limit);
  }
}
