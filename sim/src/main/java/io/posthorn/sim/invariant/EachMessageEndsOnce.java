package io.posthorn.sim.invariant;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.Judgement;
import io.posthorn.sim.ledger.KnownMessage;
import io.posthorn.sim.ledger.Ledger;

/** Each message ends once. */
public final class EachMessageEndsOnce implements Invariant {
  @Override
  public String contract() {
    return "A message ends once, delivered only by a success; only a replay opens a new life.";
  }

  @Override
  public void onRecorded(Ledger ledger, Judgement judged, Attempt recorded) {
    if (!judged.before().waiting()) {
      throw broken("%s had ended before its outcome came".formatted(judged.after().id()));
    }
    if (recorded.next() == MessageStatus.DELIVERED && !judged.outcome().success()) {
      throw broken("%s is delivered by a failure".formatted(judged.after().id()));
    }
    if (judged.after().status() == MessageStatus.DROPPED
        && recorded.reason() != judged.after().reason()) {
      throw broken(
          "%s is dropped as %s, it should be %s"
              .formatted(judged.after().id(), recorded.reason(), judged.after().reason()));
    }
  }

  @Override
  public void onEnded(Ledger ledger, Effect.MessageEnded end, long now) {
    KnownMessage known = ledger.messages().get(end.message());
    if (known == null) {
      throw broken("%s ended and never was".formatted(end.message()));
    }
    if (!known.waiting()) {
      throw broken("%s ended a second time".formatted(end.message()));
    }
    if (end.at() != now) {
      throw broken("%s is said to have ended at %d".formatted(end.message(), end.at()));
    }
  }

  @Override
  public void onReply(Ledger ledger, Command command, Reply reply, long now) {
    if (command instanceof Command.ReplayMessage replay && reply instanceof Reply.Done) {
      KnownMessage known = ledger.messages().get(replay.message());
      if (known == null || known.waiting()) {
        throw broken("%s was replayed though it has not ended".formatted(replay.message()));
      }
    }
  }
}
