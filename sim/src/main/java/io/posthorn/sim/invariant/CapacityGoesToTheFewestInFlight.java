package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;

/** Capacity under the total limit is shared fairly. */
public final class CapacityGoesToTheFewestInFlight implements Invariant {
  private int mostBefore;
  private EndpointId busiest = new EndpointId(0, 0);

  @Override
  public String contract() {
    return "When the total limit is reached, no endpoint gets a request while another that waits has"
        + " fewer in flight.";
  }

  @Override
  public void onTurn(ReferenceModel model, TurnRecord turn) {
    mostBefore = -1;
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    int before = model.inFlight().at(send.ticket().endpoint()).size();
    if (before > mostBefore && !send.ticket().probe()) {
      mostBefore = before;
      busiest = send.ticket().endpoint();
    }
  }

  @Override
  public void onDispatched(ReferenceModel model, long now) {
    if (model.inFlight().total() < model.rules().limits().maxInFlight() || !model.settled()) {
      return;
    }
    for (ExpectedEndpoint endpoint : model.endpoints().values()) {
      int inFlight = model.inFlight().at(endpoint.id()).size();
      if (inFlight < mostBefore && waits(model, endpoint, now)) {
        throw broken(
            "%s waits with %d in flight while %s got one more than %d"
                .formatted(endpoint.id(), inFlight, busiest, mostBefore));
      }
    }
  }

  private static boolean waits(ReferenceModel model, ExpectedEndpoint endpoint, long now) {
    if (model.held(endpoint)
        || endpoint.retryAfterUntil() > now
        || endpoint.settings().maxPerSecond() > 0) {
      return false;
    }
    for (Lane lane : new Lane[] {Lane.FIRST, Lane.RETRY}) {
      Message next = model.next(endpoint.id(), lane);
      if (next != null && next.due() <= now && InFlightLimitsHold.free(model, endpoint, lane)) {
        return true;
      }
    }
    return false;
  }
}
