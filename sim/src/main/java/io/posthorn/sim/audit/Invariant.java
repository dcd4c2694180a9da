package io.posthorn.sim.audit;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.ledger.ChangeNote;
import io.posthorn.sim.ledger.Judgement;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.world.TurnRecord;
import java.util.List;

/**
 * A promise that must hold at every moment. Each method is called before the ledger takes note of
 * what it is told, so that the ledger says how things stood.
 */
public interface Invariant {
  /** The promise, in one sentence. */
  String contract();

  /** The promise's name, in words. */
  default String name() {
    return getClass()
        .getSimpleName()
        .replaceAll("(?<=[A-Za-z])(?=[A-Z])", " ")
        .toLowerCase(java.util.Locale.ROOT);
  }

  /** A turn was committed; what came of it follows. */
  default void onTurn(Ledger ledger, TurnRecord turn) {}

  /** A command was answered. */
  default void onReply(Ledger ledger, Command command, Reply reply, long now) {}

  /** An outcome was recorded. */
  default void onRecorded(Ledger ledger, Judgement judged, Attempt recorded) {}

  /** A message was ended by something else than its outcome. */
  default void onEnded(Ledger ledger, Effect.MessageEnded end, long now) {}

  /** By the rules an endpoint has just changed. */
  default void onChange(Ledger ledger, ChangeNote note) {}

  /** The shard has stored an event of its own. */
  default void onNews(Ledger ledger, FoundEvent found) {}

  /** All that a turn said of the changes of one endpoint, and all that it should have said. */
  default void onChanges(
      Ledger ledger, EndpointId endpoint, List<EndpointChange> due, List<EndpointChange> told) {}

  /** A request is started. */
  default void onSend(Ledger ledger, Effect.Send send, long now) {}

  /** All requests of a turn are started. */
  default void onDispatched(Ledger ledger, long now) {}

  /** A turn is over, and the ledger has taken note of everything but that it may be idle. */
  default void onTurnEnd(Ledger ledger, TurnRecord turn, StoreReader store) {}

  /** An effect of a committed turn is let out. */
  default void onReleased(TurnRecord turn, Effect effect) {}

  /** The host died and lost every commit after this one; the ledger has not forgotten them yet. */
  default void onCrash(Ledger ledger, long survivingCommit) {}

  /** A shard was opened on what survived. */
  default void onOpen(Ledger ledger, StoreReader store, long shardTime) {}

  /** All faults were healed, and the time that everything needs to finish is over. */
  default void onHealed(Ledger ledger, StoreReader store) {}

  /** The promise is broken. */
  default Violation broken(String reason) {
    return new Violation(this, reason);
  }
}
