package io.posthorn.sim.invariant;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that no request goes to a deleted subscription, or to an old URL. */
public final class NoRequestAfterTheEnd implements Invariant {
  @Override
  public String contract() {
    return "After the reply to a deletion, a cancellation or a new URL no attempt starts for a"
        + " message that is gone, or to the old URL.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    if (model.cancelledAtOnce(send.ticket().message())) {
      throw broken("%s is cancelled and was sent".formatted(send.ticket().message()));
    }
    Subscription subscription = model.subscriptions().get(send.subscription().id());
    if (subscription == null) {
      throw broken("%s is deleted and got a message".formatted(send.subscription().id()));
    }
    if (!send.target().url().equals(subscription.url())
        || !send.ticket().endpoint().equals(subscription.endpointId())) {
      throw broken(
          "%s was sent to %s, its subscription says %s"
              .formatted(send.ticket().message(), send.target().url(), subscription.url()));
    }
  }
}
