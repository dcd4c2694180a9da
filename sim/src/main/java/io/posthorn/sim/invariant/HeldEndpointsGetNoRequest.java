package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that a held endpoint gets no request. */
public final class HeldEndpointsGetNoRequest implements Invariant {
  @Override
  public String contract() {
    return "A frozen or paused endpoint gets no request at all, a disabled one only probes, and"
        + " one that sent a Retry-After gets only probes until then.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    ExpectedEndpoint endpoint = model.endpoints().get(send.ticket().endpoint());
    if (endpoint == null) {
      throw broken("%s is no endpoint".formatted(send.ticket().endpoint()));
    }
    if (model.stopped(endpoint)) {
      throw broken("%s is paused and got a request".formatted(endpoint.id()));
    }
    CircuitState state = endpoint.circuit().state();
    boolean allowed =
        switch (state) {
          case ENABLED -> !send.ticket().probe();
          case DISABLED -> send.ticket().probe();
          case FROZEN -> false;
        };
    if (!allowed) {
      throw broken(
          "%s is %s and got %s"
              .formatted(
                  endpoint.id(), state.text(), send.ticket().probe() ? "a probe" : "a request"));
    }
    if (!send.ticket().probe() && now < endpoint.retryAfterUntil()) {
      throw broken(
          "%s is held by its Retry-After until %d"
              .formatted(endpoint.id(), endpoint.retryAfterUntil()));
    }
  }
}
