package io.posthorn.sim.invariant;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.NaiveMatching;
import io.posthorn.sim.model.ReferenceModel;
import java.util.HashMap;
import java.util.Map;

/** The invariant that the index finds every subscription that matches an event. */
public final class EverySubscriptionIsMatched implements Invariant {
  private final Map<SubscriptionId, Long> since = new HashMap<>();

  @Override
  public String contract() {
    return "An event matched every subscription that matches it and existed unchanged before the"
        + " event came.";
  }

  @Override
  public void onReply(ReferenceModel model, Command command, Reply reply, long now) {
    if (command instanceof Command.CreateSubscription c) {
      since.put(c.subscription().id(), now);
    }
    if (command instanceof Command.ChangeSubscription c) {
      since.put(c.subscription().id(), now);
    }
    if (command instanceof Command.AcceptEvents events) {
      for (MatchedEvent arrival : events.events()) {
        for (Subscription subscription :
            NaiveMatching.of(arrival.event(), model.subscriptions().values())) {
          if (since.getOrDefault(subscription.id(), 0L) < arrival.key().acceptedAt()
              && !arrival.matched().contains(subscription.id())) {
            throw broken("%s did not get %s".formatted(subscription.id(), arrival.event().id()));
          }
        }
      }
    }
  }
}
