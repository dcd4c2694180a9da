package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.EndpointFacts;
import io.posthorn.sim.ledger.Flights;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.ledger.NaiveAllowance;
import io.posthorn.sim.ledger.Sizes;

/** Limits on what is in flight hold. */
public final class PlacesAreKept implements Invariant {
  @Override
  public String contract() {
    return "No lane of an endpoint has more in flight than its places, and all together never more"
        + " than the total of requests and of bytes.";
  }

  @Override
  public void onSend(Ledger ledger, Effect.Send send, long now) {
    Flights flights = ledger.flights();
    DeliveryLimits limits = ledger.rules().limits();
    if (flights.has(send.ticket().message())) {
      throw broken("%s is in flight already".formatted(send.ticket().message()));
    }
    if (flights.total() >= limits.maxInFlight()) {
      throw broken("%d requests are in flight already".formatted(flights.total()));
    }
    if (flights.bytes() > 0
        && flights.bytes() + Sizes.of(send.event()) > limits.maxBytesInFlight()) {
      throw broken("%d bytes are in flight already".formatted(flights.bytes()));
    }
    EndpointFacts endpoint = ledger.endpoints().get(send.ticket().endpoint());
    if (endpoint != null
        && !send.ticket().probe()
        && !free(ledger, endpoint, send.ticket().lane())) {
      throw broken(
          "%s has no place for %s: %d of its %d are taken"
              .formatted(
                  endpoint.id(),
                  send.ticket().lane(),
                  flights.at(endpoint.id()).size(),
                  places(ledger, endpoint)));
    }
  }

  static int places(Ledger ledger, EndpointFacts endpoint) {
    return Math.min(endpoint.allowance(), endpoint.most(ledger.rules().limits()));
  }

  /** Whether a lane of an endpoint has a place; a single place is shared by both. */
  static boolean free(Ledger ledger, EndpointFacts endpoint, Lane lane) {
    int places = places(ledger, endpoint);
    EndpointId id = endpoint.id();
    return places == 1
        ? ledger.flights().at(id).isEmpty()
        : ledger.flights().count(id, lane) < NaiveAllowance.placesOf(lane, places);
  }
}
