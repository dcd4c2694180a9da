package io.posthorn.sim.invariant;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that at most one probe is in flight, and probes keep their interval. */
public final class OneProbeAtATime implements Invariant {
  @Override
  public String contract() {
    return "An endpoint has at most one probe in flight, and none starts sooner than the probe"
        + " interval after it was disabled or the last probe started.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    ExpectedEndpoint endpoint = model.endpoints().get(send.ticket().endpoint());
    if (endpoint == null || !send.ticket().probe()) {
      return;
    }
    if (model.inFlight().probing(endpoint.id())) {
      throw broken("%s is probed twice at once".formatted(endpoint.id()));
    }
    // A probe that a crash interrupted is repeated at once.
    if (QueuesInTheirOrder.interrupted(model, endpoint.id()) == null
        && now < endpoint.circuit().nextProbeAt()) {
      throw broken(
          "%s is probed before %d".formatted(endpoint.id(), endpoint.circuit().nextProbeAt()));
    }
  }
}
