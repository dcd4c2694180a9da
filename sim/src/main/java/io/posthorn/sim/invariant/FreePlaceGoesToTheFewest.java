package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.EndpointFacts;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.world.TurnRecord;

/** Places under the total limit are shared fairly. */
public final class FreePlaceGoesToTheFewest implements Invariant {
  private int mostBefore;
  private EndpointId busiest = new EndpointId(0, 0);

  @Override
  public String contract() {
    return "When the total is the limit, no endpoint gets a place while another that waits has"
        + " fewer in flight.";
  }

  @Override
  public void onTurn(Ledger ledger, TurnRecord turn) {
    mostBefore = -1;
  }

  @Override
  public void onSend(Ledger ledger, Effect.Send send, long now) {
    int before = ledger.flights().at(send.ticket().endpoint()).size();
    if (before > mostBefore && !send.ticket().probe()) {
      mostBefore = before;
      busiest = send.ticket().endpoint();
    }
  }

  @Override
  public void onDispatched(Ledger ledger, long now) {
    if (ledger.flights().total() < ledger.rules().limits().maxInFlight() || !ledger.settled()) {
      return;
    }
    for (EndpointFacts endpoint : ledger.endpoints().values()) {
      int inFlight = ledger.flights().at(endpoint.id()).size();
      if (inFlight < mostBefore && waits(ledger, endpoint, now)) {
        throw broken(
            "%s waits with %d in flight while %s got one more than %d"
                .formatted(endpoint.id(), inFlight, busiest, mostBefore));
      }
    }
  }

  private static boolean waits(Ledger ledger, EndpointFacts endpoint, long now) {
    if (ledger.held(endpoint)
        || endpoint.patientUntil() > now
        || endpoint.settings().maxPerSecond() > 0) {
      return false;
    }
    for (Lane lane : new Lane[] {Lane.FIRST, Lane.RETRY}) {
      Message next = ledger.next(endpoint.id(), lane);
      if (next != null && next.due() <= now && PlacesAreKept.free(ledger, endpoint, lane)) {
        return true;
      }
    }
    return false;
  }
}
