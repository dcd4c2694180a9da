package io.posthorn.sim.invariant;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ExpectedOutcome;
import io.posthorn.sim.model.ReferenceModel;

/** Attempts happen in their slots. */
public final class AttemptsInTheirSlots implements Invariant {
  @Override
  public String contract() {
    return "An attempt starts no sooner than its slot, and after a failure the next is the first"
        + " slot later than that, or what Retry-After asks, up to the last slot.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    AttemptTicket ticket = send.ticket();
    ExpectedMessage known = model.messages().get(ticket.message());
    if (known == null) {
      return; // OneIdForLife reports it
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
  public void onRecorded(ReferenceModel model, ExpectedOutcome expected, Attempt recorded) {
    Message after = expected.after();
    if (recorded.slot() != expected.ticket().slot()) {
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
                  expected.now(),
                  recorded.nextAt(),
                  after.due(),
                  after.slot()));
    }
  }
}
