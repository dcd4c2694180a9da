package io.posthorn.sim.invariant;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ExpectedOutcome;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that each message ends once. */
public final class EachMessageEndsOnce implements Invariant {
  @Override
  public String contract() {
    return "A message ends once, delivered only by a successful attempt; only a replay makes it wait again.";
  }

  @Override
  public void onRecorded(ReferenceModel model, ExpectedOutcome expected, Attempt recorded) {
    if (!expected.before().waiting()) {
      throw broken(
          "%s had already ended when this outcome was recorded".formatted(expected.after().id()));
    }
    if (recorded.next() == MessageStatus.DELIVERED && !expected.outcome().success()) {
      throw broken("%s is delivered although the attempt failed".formatted(expected.after().id()));
    }
    if (expected.after().status() == MessageStatus.DROPPED
        && recorded.reason() != expected.after().reason()) {
      throw broken(
          "%s is dropped with reason %s instead of %s"
              .formatted(expected.after().id(), recorded.reason(), expected.after().reason()));
    }
  }

  /**
   * Returns whether a message of an operational event was cancelled in the commit that created it,
   * because its customer was erased in the same turn: the store never shows such an event.
   */
  private static boolean erasedWithItsEvent(ReferenceModel model, Effect.MessageEnded end) {
    return end.status() == MessageStatus.CANCELLED
        && end.message().event().low() < 0 // the key of an operational event
        && model.erased().has(end.customerId());
  }

  @Override
  public void onEnded(ReferenceModel model, Effect.MessageEnded end, long now) {
    ExpectedMessage known = model.messages().get(end.message());
    if (known == null && erasedWithItsEvent(model, end)) {
      return;
    }
    if (known == null) {
      throw broken("%s ended but was never accepted".formatted(end.message()));
    }
    if (!known.waiting()) {
      throw broken("%s ended a second time".formatted(end.message()));
    }
    if (end.at() != now) {
      throw broken("%s is reported to have ended at %d".formatted(end.message(), end.at()));
    }
  }

  @Override
  public void onReply(ReferenceModel model, Command command, Reply reply, long now) {
    if (command instanceof Command.ReplayMessage replay && reply instanceof Reply.Done) {
      ExpectedMessage known = model.messages().get(replay.message());
      if (known == null || known.waiting()) {
        throw broken("%s was replayed though it has not ended".formatted(replay.message()));
      }
    }
  }
}
