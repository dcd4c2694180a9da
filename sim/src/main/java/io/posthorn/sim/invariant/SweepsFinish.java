package io.posthorn.sim.invariant;

import io.posthorn.core.message.MessageId;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.audit.StoreReader;
import io.posthorn.sim.ledger.Doom;
import io.posthorn.sim.ledger.EndpointFacts;
import io.posthorn.sim.ledger.KnownMessage;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.world.TurnRecord;

/** What is swept is swept soon. */
public final class SweepsFinish implements Invariant {
  /** Looking at every waiting message takes long: the more there are, the less often. */
  private static final int MESSAGES_PER_TURN = 16;

  private int turns;

  @Override
  public String contract() {
    return "When a shard says that it has nothing to do, no cancelled message waits, no replay is"
        + " outstanding, and no held message is older than its last slot.";
  }

  @Override
  public void onTurnEnd(Ledger ledger, TurnRecord turn, StoreReader store) {
    if (!turn.idle()) {
      return;
    }
    for (MessageId id : ledger.doomed().keys()) {
      Doom doom = ledger.doomed().get(id);
      if (doom != null && doom.soon() && !ledger.flights().has(id)) {
        throw broken("%s was to be cancelled and still waits".formatted(id));
      }
    }
    for (MessageId id : ledger.replaying().keys()) {
      KnownMessage known = ledger.messages().get(id);
      if (known != null
          && Boolean.TRUE.equals(ledger.replaying().get(id))
          && ledger.subscriptions().has(known.message().subscription())) {
        throw broken("%s was to be replayed and is not".formatted(id));
      }
    }
    if (++turns > ledger.waitingCount() / MESSAGES_PER_TURN) {
      turns = 0;
      ledger.waiting().forEach(known -> checkExpiry(ledger, known, turn));
    }
  }

  private void checkExpiry(Ledger ledger, KnownMessage known, TurnRecord turn) {
    EndpointFacts endpoint = ledger.endpoint(known.message().endpoint());
    long expiry = ledger.schedule().expiryOf(known.message());
    if (ledger.held(endpoint)
        && !ledger.flights().has(known.id())
        && turn.wakeAt() > Math.max(expiry, turn.now())) {
      throw broken(
          "%s is held and expires at %d, and the shard sleeps until %d"
              .formatted(known.id(), expiry, turn.wakeAt()));
    }
    if (ledger.held(endpoint) && !ledger.flights().has(known.id()) && expiry <= turn.now()) {
      throw broken("%s is held and expired at %d".formatted(known.id(), expiry));
    }
  }
}
