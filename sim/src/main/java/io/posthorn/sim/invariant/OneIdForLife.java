package io.posthorn.sim.invariant;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ExpectedOutcome;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that a message keeps its id, its event and its rendering over all its attempts. */
public final class OneIdForLife implements Invariant {
  @Override
  public String contract() {
    return "Every attempt of a message has the same id, event and rendering, and recorded"
        + " attempts are numbered without a gap.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    AttemptTicket ticket = send.ticket();
    ExpectedMessage known = model.messages().get(ticket.message());
    if (known == null) {
      throw broken("%s was sent and never accepted".formatted(ticket.message()));
    }
    if (!known.waiting()) {
      throw broken("%s was sent though it has ended".formatted(ticket.message()));
    }
    if (ticket.number() != known.message().attempts() + 1) {
      throw broken(
          "%s was sent as number %d after %d attempts"
              .formatted(ticket.message(), ticket.number(), known.message().attempts()));
    }
    if (!send.rendering().equals(known.message().rendering())
        || !send.subscription().id().equals(known.message().subscription())
        || !send.event().equals(known.event())) {
      throw broken("%s was sent with another content".formatted(ticket.message()));
    }
  }

  @Override
  public void onRecorded(ReferenceModel model, ExpectedOutcome expected, Attempt recorded) {
    AttemptTicket ticket = expected.ticket();
    if (recorded.number() != expected.after().attempts()
        || recorded.probe() != ticket.probe()
        || !recorded.endpoint().equals(ticket.endpoint())
        || recorded.startedAt() != ticket.startedAt()
        || recorded.recordedAt() != expected.now()) {
      throw broken("%s was recorded as %s of %s".formatted(ticket.message(), recorded, ticket));
    }
  }
}
