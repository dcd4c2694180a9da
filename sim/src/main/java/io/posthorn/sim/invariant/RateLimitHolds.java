package io.posthorn.sim.invariant;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that the rate limit of an endpoint holds. */
public final class RateLimitHolds implements Invariant {
  /** Above this several requests share a millisecond, and the clock is too coarse. */
  private static final int FINEST = 1_000;

  @Override
  public String contract() {
    return "In no second does an endpoint get more requests than its maxPerSecond.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    ExpectedEndpoint endpoint = model.endpoints().get(send.ticket().endpoint());
    int most = endpoint == null ? 0 : endpoint.settings().maxPerSecond();
    if (endpoint == null || most == 0 || most > FINEST) {
      return;
    }
    long lately =
        model.inFlight().startsOf(endpoint.id()).stream().filter(at -> at > now - 1_000).count();
    if (lately >= most) {
      throw broken(
          "%s got %d requests in a second, %d are allowed"
              .formatted(endpoint.id(), lately + 1, most));
    }
  }
}
