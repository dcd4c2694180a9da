package io.posthorn.sim.invariant;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.Doom;
import io.posthorn.sim.ledger.EndpointFacts;
import io.posthorn.sim.ledger.KnownMessage;
import io.posthorn.sim.ledger.Ledger;

/** What a sweep ends, it may end. */
public final class ExpiryOnlyWhileHeld implements Invariant {
  @Override
  public String contract() {
    return "A message is dropped as expired only while its endpoint is held and its last slot has"
        + " come, and cancelled only where somebody asked for it; never while in flight.";
  }

  @Override
  public void onEnded(Ledger ledger, Effect.MessageEnded end, long now) {
    KnownMessage known = ledger.messages().get(end.message());
    if (known == null) {
      return; // somebody else's promise
    }
    if (ledger.flights().has(known.id()) && !ledger.erased().has(known.customerId())) {
      throw broken("%s was ended while in flight".formatted(known.id()));
    }
    Doom doom = ledger.doomed().get(known.id());
    boolean right =
        switch (end.status()) {
          case CANCELLED -> doom != null;
          case DROPPED -> end.reason() == EndReason.EXPIRED && mayExpire(ledger, known, now);
          case DELIVERED, WAITING -> false;
        };
    if (!right) {
      throw broken(
          "%s ended as %s %s at its endpoint %s; it expires at %d"
              .formatted(
                  known.id(),
                  end.status(),
                  end.reason(),
                  known.message().endpoint(),
                  ledger.schedule().expiryOf(known.message())));
    }
    if (end.status() == MessageStatus.CANCELLED && end.reason() == EndReason.NONE) {
      throw broken("%s was cancelled without a reason".formatted(known.id()));
    }
  }

  private static boolean mayExpire(Ledger ledger, KnownMessage known, long now) {
    EndpointFacts endpoint = ledger.endpoint(known.message().endpoint());
    // A move is a sweep: until it is through, the endpoint that a message leaves still holds it.
    return (ledger.held(endpoint) || !ledger.settled())
        && now >= ledger.schedule().expiryOf(known.message());
  }
}
