package io.posthorn.sim.invariant;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that sweeps only end messages that have expired or were cancelled. */
public final class ExpiryOnlyWhileHeld implements Invariant {
  @Override
  public String contract() {
    return "A message is never dropped or cancelled in flight; it expires only at its last slot"
        + " while its endpoint is held, or as ordered after too long a wait, and is cancelled"
        + " only on request.";
  }

  @Override
  public void onEnded(ReferenceModel model, Effect.MessageEnded end, long now) {
    ExpectedMessage known = model.messages().get(end.message());
    if (known == null) {
      return; // OneIdForLife reports it
    }
    if (model.inFlight().has(known.id()) && !model.erased().has(known.customerId())) {
      throw broken("%s was ended while in flight".formatted(known.id()));
    }
    ExpectedMessage.Cancellation cancellation = model.cancellations().get(known.id());
    boolean right =
        switch (end.status()) {
          case CANCELLED -> cancellation != null;
          case DROPPED -> end.reason() == EndReason.EXPIRED && mayExpire(model, known, now);
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
                  expiryOf(model, known)));
    }
    if (end.status() == MessageStatus.CANCELLED && end.reason() == EndReason.NONE) {
      throw broken("%s was cancelled without a reason".formatted(known.id()));
    }
  }

  private static boolean mayExpire(ReferenceModel model, ExpectedMessage known, long now) {
    if (known.message().order() != null
        && now - known.message().since() > model.rules().limits().orderedWait()) {
      return true; // it waited too long
    }
    ExpectedEndpoint endpoint = model.endpoint(known.message().endpoint());
    // A move is a sweep: until it has finished, the old endpoint still holds the message.
    return (model.held(endpoint) || !model.settled()) && now >= expiryOf(model, known);
  }

  private static long expiryOf(ReferenceModel model, ExpectedMessage known) {
    return model.schedule(known.message().endpoint()).expiryOf(known.message());
  }
}
