package io.posthorn.sim.invariant;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.Judgement;
import io.posthorn.sim.ledger.KnownMessage;
import io.posthorn.sim.ledger.Ledger;

/** Attempts happen in their slots. */
public final class AttemptsInTheirSlots implements Invariant {
  @Override
  public String contract() {
    return "An attempt starts no sooner than its slot, and after a failure the next is the first"
        + " slot later than that, or what Retry-After asks, up to the last slot.";
  }

  @Override
  public void onSend(Ledger ledger, Effect.Send send, long now) {
    AttemptTicket ticket = send.ticket();
    KnownMessage known = ledger.messages().get(ticket.message());
    if (known == null) {
      return; // somebody else's promise
    }
    Message message = known.message();
    if (ticket.startedAt() != now) {
      throw broken("%s started at %d by its ticket".formatted(message.id(), ticket.startedAt()));
    }
    if (ticket.slot() != message.slot()) {
      throw broken(
          "%s was sent for slot %d, slot %d is next"
              .formatted(message.id(), ticket.slot(), message.slot()));
    }
    if (!ticket.probe() && message.due() > now) {
      throw broken("%s is due at %d and was sent before".formatted(message.id(), message.due()));
    }
  }

  @Override
  public void onRecorded(Ledger ledger, Judgement judged, Attempt recorded) {
    Message after = judged.after();
    if (recorded.slot() != judged.ticket().slot()) {
      throw broken("%s was recorded for slot %d".formatted(after.id(), recorded.slot()));
    }
    if (recorded.next() != after.status()) {
      throw broken(
          "%s is %s, it should be %s".formatted(after.id(), recorded.next(), after.status()));
    }
    if (!after.status().ended() && recorded.nextAt() != after.due()) {
      throw broken(
          "%s (slot 0 at %d) failed at %d and is due at %d, it should be at %d in slot %d"
              .formatted(
                  after.id(),
                  after.start(),
                  judged.now(),
                  recorded.nextAt(),
                  after.due(),
                  after.slot()));
    }
  }
}
