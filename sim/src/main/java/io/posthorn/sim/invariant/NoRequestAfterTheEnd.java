package io.posthorn.sim.invariant;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.Ledger;

/** Nothing goes to those who no longer want it, or want it elsewhere. */
public final class NoRequestAfterTheEnd implements Invariant {
  @Override
  public String contract() {
    return "Once a subscription's deletion, a cancellation or a new URL is answered, no attempt"
        + " starts for what is gone or to where it was.";
  }

  @Override
  public void onSend(Ledger ledger, Effect.Send send, long now) {
    if (ledger.condemned(send.ticket().message())) {
      throw broken("%s is cancelled and was sent".formatted(send.ticket().message()));
    }
    Subscription wish = ledger.subscriptions().get(send.subscription().id());
    if (wish == null) {
      throw broken("%s is deleted and got a message".formatted(send.subscription().id()));
    }
    if (!send.target().url().equals(wish.url())
        || !send.ticket().endpoint().equals(wish.endpointId())) {
      throw broken(
          "%s was sent to %s, its subscription says %s"
              .formatted(send.ticket().message(), send.target().url(), wish.url()));
    }
  }
}
