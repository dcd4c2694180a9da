package io.posthorn.sim.invariant;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.EndpointFacts;
import io.posthorn.sim.ledger.Ledger;

/** At most one probe is in flight, and probes keep their distance. */
public final class OneProbeAtATime implements Invariant {
  @Override
  public String contract() {
    return "An endpoint has at most one probe in flight, and none starts sooner than the probe"
        + " interval after it was disabled or after the start of the last probe.";
  }

  @Override
  public void onSend(Ledger ledger, Effect.Send send, long now) {
    EndpointFacts endpoint = ledger.endpoints().get(send.ticket().endpoint());
    if (endpoint == null || !send.ticket().probe()) {
      return;
    }
    if (ledger.flights().probing(endpoint.id())) {
      throw broken("%s is probed twice at once".formatted(endpoint.id()));
    }
    // One that a crash cut off is repeated at once.
    if (QueuesInTheirOrder.cutOff(ledger, endpoint.id()) == null
        && now < endpoint.circuit().nextProbeAt()) {
      throw broken(
          "%s is probed before %d".formatted(endpoint.id(), endpoint.circuit().nextProbeAt()));
    }
  }
}
