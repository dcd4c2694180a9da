package io.posthorn.sim.invariant;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.audit.StoreReader;
import io.posthorn.sim.ledger.KnownMessage;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.world.TurnRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the store says of a message is what happened to it. */
public final class RecordsSayWhatHappened implements Invariant {
  private @Nullable MessageId lastLookedAt;

  @Override
  public String contract() {
    return "A message's record says where it stands, with one record for each attempt, numbered"
        + " without a gap.";
  }

  @Override
  public void onTurnEnd(Ledger ledger, TurnRecord turn, StoreReader store) {
    if (!turn.idle()) {
      return;
    }
    // One message in each idle turn, all in turns.
    KnownMessage known = ledger.messages().following(lastLookedAt);
    lastLookedAt = known == null ? null : known.id();
    if (known != null) {
      check(ledger, store, known);
    }
  }

  @Override
  public void onHealed(Ledger ledger, StoreReader store) {
    ledger.messages().values().forEach(known -> check(ledger, store, known));
  }

  private void check(Ledger ledger, StoreReader store, KnownMessage known) {
    if (ledger.flights().has(known.id()) || ledger.erased().has(known.customerId())) {
      return; // about to change
    }
    Message record = store.message(known.customerId(), known.id());
    if (record == null && !known.waiting() && ledger.trimmed()) {
      return; // gone before its time, because somebody asked for room
    }
    if (record == null || !same(record, known.message())) {
      throw broken("the record says %s, it was %s".formatted(record, known.message()));
    }
    List<Attempt> attempts = store.attempts(known.customerId(), known.id());
    if (attempts.size() != known.message().attempts()
        || (!attempts.isEmpty() && attempts.getLast().number() != attempts.size())) {
      throw broken("%s has the attempts %s".formatted(known.id(), attempts));
    }
  }

  /** A mark that it is to be cancelled may outlive a crash: then it is as good as cancelled. */
  private static boolean same(Message record, Message expected) {
    return record.equals(expected)
        || (record.cancelling() && expected.cancelAfterFlight().equals(record));
  }
}
