package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.InFlightRequests;
import io.posthorn.sim.model.NaiveInFlightLimit;
import io.posthorn.sim.model.ReferenceModel;

/** The limits on requests in flight hold. */
public final class InFlightLimitsHold implements Invariant {
  @Override
  public String contract() {
    return "No lane of an endpoint has more in flight than its share of the in-flight limit, and all"
        + " together never more than the total of requests and of bytes.";
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
    if (inFlight.bytes() > 0
        && inFlight.bytes() + InFlightRequests.bytesOf(send.event()) > limits.maxBytesInFlight()) {
      throw broken("%d bytes are in flight already".formatted(inFlight.bytes()));
    }
    ExpectedEndpoint endpoint = model.endpoints().get(send.ticket().endpoint());
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

  static int limit(ReferenceModel model, ExpectedEndpoint endpoint) {
    return Math.min(endpoint.inFlightLimit(), endpoint.most(model.rules().limits()));
  }

  /** Whether a lane of an endpoint may send; both lanes share a limit of one. */
  static boolean free(ReferenceModel model, ExpectedEndpoint endpoint, Lane lane) {
    int limit = limit(model, endpoint);
    EndpointId id = endpoint.id();
    return limit == 1
        ? model.inFlight().at(id).isEmpty()
        : model.inFlight().count(id, lane) < NaiveInFlightLimit.shareOf(lane, limit);
  }
}
