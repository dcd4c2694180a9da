package io.posthorn.sim.invariant;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ExpectedOutcome;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that attempts happen in their slots. */
public final class AttemptsInTheirSlots implements Invariant {
  @Override
  public String contract() {
    return "An attempt starts no sooner than its slot, except for a manual retry. After a"
        + " failure the next one is in the first later slot, or when Retry-After allows it, up"
        + " to the last slot; a manual retry keeps a due time in the future.";
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
    if (!ticket.probe() && message.nextAt() > now) {
      throw broken("%s is due at %d and was sent before".formatted(message.id(), message.nextAt()));
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
    long next = nextAt(model, expected);
    if (recorded.nextAt() != next) {
      throw broken(
          "%s (slot 0 at %d) failed at %d and is next attempted at %d, it should be at %d in slot %d"
              .formatted(
                  after.id(),
                  after.start(),
                  expected.now(),
                  recorded.nextAt(),
                  next,
                  after.slot()));
    }
  }

  /**
   * The latest of its due time, the endpoint's Retry-After and wait for a token, and the present; 0
   * if it ended or is held.
   */
  private static long nextAt(ReferenceModel model, ExpectedOutcome expected) {
    Message after = expected.after();
    ExpectedEndpoint endpoint =
        after.endpoint().equals(expected.endpointAfter().id())
            ? expected.endpointAfter()
            : model.endpoint(after.endpoint());
    return after.status().ended() || model.held(endpoint)
        ? 0
        : Math.max(
            Math.max(after.due(), expected.now()),
            Math.max(endpoint.retryAfterUntil(), endpoint.noTokenUntil()));
  }
}
