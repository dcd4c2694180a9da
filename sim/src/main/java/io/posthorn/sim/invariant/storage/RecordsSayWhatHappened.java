package io.posthorn.sim.invariant.storage;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The invariant that the stored record of a message is true. */
public final class RecordsSayWhatHappened implements Invariant {
  private @Nullable MessageId lastChecked;
  private long now;

  @Override
  public String contract() {
    return "A message's record has its current state and one record for each attempt, numbered"
        + " without a gap.";
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    now = turn.now();
    if (!turn.idle()) {
      return;
    }
    // One message in each idle turn, in rotation.
    ExpectedMessage known = model.messages().following(lastChecked);
    lastChecked = known == null ? null : known.id();
    if (known != null) {
      check(model, store, known);
    }
  }

  @Override
  public void onHealed(ReferenceModel model, StoreReader store) {
    model.messages().values().forEach(known -> check(model, store, known));
  }

  private void check(ReferenceModel model, StoreReader store, ExpectedMessage known) {
    if (model.inFlight().has(known.id()) || model.erased().has(known.customerId())) {
      return; // about to change
    }
    Message record = store.message(known.customerId(), known.id());
    if (record == null && model.mayBeRemoved(known, now)) {
      return;
    }
    if (record == null || !same(record, known.message())) {
      throw broken("the record has %s, expected %s".formatted(record, known.message()));
    }
    List<Attempt> attempts = store.attempts(known.customerId(), known.id());
    if (attempts.size() != known.message().attempts()
        || (!attempts.isEmpty() && attempts.getLast().number() != attempts.size())) {
      throw broken("%s has the attempts %s".formatted(known.id(), attempts));
    }
  }

  /** An ordered message can end in the turn in which it becomes the head. */
  private static Message ended(Message record, Message known) {
    if (record.order() == null || known.order() == null || !known.status().ended()) {
      return known;
    }
    Message at = known.slot() == 0 ? known.atHead(record.due()) : known;
    return at.inOrder(record.order());
  }

  /** A mark for cancellation may survive a crash; it counts as cancelled. */
  private static boolean same(Message record, Message known) {
    Message expected = ended(record, known);
    return record.equals(expected)
        || (record.cancelling() && expected.cancelAfterFlight().equals(record));
  }
}
