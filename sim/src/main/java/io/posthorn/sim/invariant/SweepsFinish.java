package io.posthorn.sim.invariant;

import io.posthorn.core.message.MessageId;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;

/** The invariant that sweeps finish soon. */
public final class SweepsFinish implements Invariant {
  /** Checking all waiting messages takes long: the more there are, the less often it is done. */
  private static final int MESSAGES_PER_TURN = 16;

  private int turns;

  @Override
  public String contract() {
    return "When a shard reports nothing to do, no cancelled message waits, no replay is"
        + " outstanding, and no held message is older than its last slot.";
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    if (!turn.idle()) {
      return;
    }
    for (MessageId id : model.cancellations().keys()) {
      ExpectedMessage.Cancellation cancellation = model.cancellations().get(id);
      if (cancellation != null && cancellation.soon() && !model.inFlight().has(id)) {
        throw broken("%s was to be cancelled and still waits".formatted(id));
      }
    }
    for (MessageId id : model.replaying().keys()) {
      ExpectedMessage known = model.messages().get(id);
      if (known != null
          && Boolean.TRUE.equals(model.replaying().get(id))
          && model.subscriptions().has(known.message().subscription())) {
        throw broken("%s was to be replayed and is not".formatted(id));
      }
    }
    if (++turns > model.waitingCount() / MESSAGES_PER_TURN) {
      turns = 0;
      model.waiting().forEach(known -> checkExpiry(model, known, turn));
    }
  }

  private void checkExpiry(ReferenceModel model, ExpectedMessage known, TurnRecord turn) {
    ExpectedEndpoint endpoint = model.endpoint(known.message().endpoint());
    long expiry = model.schedule(endpoint.id()).expiryOf(known.message());
    if (known.message().isBehind()) {
      return; // it expires when it becomes the head
    }
    if (model.held(endpoint)
        && !model.inFlight().has(known.id())
        && turn.wakeAt() > Math.max(expiry, turn.now())) {
      throw broken(
          "%s is held and expires at %d, and the shard sleeps until %d"
              .formatted(known.id(), expiry, turn.wakeAt()));
    }
    if (model.held(endpoint) && !model.inFlight().has(known.id()) && expiry <= turn.now()) {
      throw broken("%s is held and expired at %d".formatted(known.id(), expiry));
    }
  }
}
