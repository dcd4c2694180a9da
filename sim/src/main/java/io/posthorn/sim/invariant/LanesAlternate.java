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

/** The invariant that lanes that share an in-flight limit of one, or a rate limit, alternate. */
public final class LanesAlternate implements Invariant {
  @Override
  public String contract() {
    return "With an in-flight limit of one, or under maxPerSecond, the lane that was not served"
        + " last goes first when both have due messages, unless its body does not fit into the"
        + " bytes in flight, beside those for endpoints with fewer.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    ExpectedEndpoint endpoint = model.endpoints().get(send.ticket().endpoint());
    if (endpoint == null || send.ticket().probe() || !model.settled()) {
      return;
    }
    EndpointId id = endpoint.id();
    Lane lane = send.ticket().lane();
    boolean single = InFlightLimitsHold.limit(model, endpoint) == 1;
    boolean rateLimited = endpoint.settings().maxPerSecond() > 0;
    if ((single || rateLimited) && model.inFlight().lastLane(id) == lane) {
      Lane other = lane == Lane.FIRST ? Lane.RETRY : Lane.FIRST;
      Message passed = model.next(id, other);
      if (passed != null
          && passed.nextAt() <= now
          && InFlightLimitsHold.free(model, endpoint, other)
          && fits(model, endpoint, passed)) {
        throw broken(
            "%s was passed over: lane %s of %s was served twice running"
                .formatted(passed.id(), lane, id));
      }
    }
  }

  private static boolean fits(ReferenceModel model, ExpectedEndpoint endpoint, Message message) {
    ExpectedMessage known = model.messages().get(message.id());
    if (known == null) {
      return false;
    }
    int body = InFlightRequests.bytesOf(known.event(), message.rendering());
    return InFlightLimitsHold.fits(model, endpoint, body, 0)
        && !FreedBytesGoToTheFewestBytes.takes(model, endpoint, body);
  }
}
