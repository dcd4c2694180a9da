package io.posthorn.sim.check;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ExpectedOutcome;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.SimulatedNetwork;
import io.posthorn.sim.world.TurnRecord;
import java.util.List;

/**
 * A property that must hold at every time. Each method is called before the model is updated, so
 * that the model shows the state before the change.
 */
public interface Invariant {
  /** The property, in one sentence. */
  String contract();

  /** The name of the class, in words. */
  default String name() {
    return getClass()
        .getSimpleName()
        .replaceAll("(?<=[A-Za-z])(?=[A-Z])", " ")
        .toLowerCase(java.util.Locale.ROOT);
  }

  /** A turn was committed; its parts follow. */
  default void onTurn(ReferenceModel model, TurnRecord turn) {}

  /** A command got its reply. */
  default void onReply(ReferenceModel model, Command command, Reply reply, long now) {}

  /** An outcome was recorded. */
  default void onRecorded(ReferenceModel model, ExpectedOutcome expected, Attempt recorded) {}

  /** A bulk job retried a message. */
  default void onBulkRetry(ReferenceModel model, ExpectedMessage known) {}

  /** A message ended by something other than an outcome. */
  default void onEnded(ReferenceModel model, Effect.MessageEnded end, long now) {}

  /** By the rules an endpoint must change now. */
  default void onChange(ReferenceModel model, ExpectedEndpoint.Change change) {}

  /** The shard stored an operational event. */
  default void onOperationalEvent(ReferenceModel model, StoreReader.OperationalEvent found) {}

  /** The changes of one endpoint that a turn reported, and those that it should have. */
  default void onChanges(
      ReferenceModel model,
      EndpointId endpoint,
      List<EndpointChange> due,
      List<EndpointChange> reported) {}

  /** A request is started. */
  default void onSend(ReferenceModel model, Effect.Send send, long now) {}

  /** An access token is fetched. */
  default void onFetch(ReferenceModel model, Effect.FetchToken fetch, long now) {}

  /** All requests of a turn are started. */
  default void onDispatched(ReferenceModel model, long now) {}

  /** A turn is over; the model is up to date except that it may be idle now. */
  default void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {}

  /** An effect of a committed turn was released. */
  default void onReleased(TurnRecord turn, Effect effect) {}

  /** A request was written to a connection. */
  default void onWritten(SimulatedNetwork.Written request) {}

  /** The host crashed and lost every commit after this one; the model still has them. */
  default void onCrash(ReferenceModel model, long survivingCommit) {}

  /** A shard was opened on the commits that survived. */
  default void onOpen(ReferenceModel model, StoreReader store, long shardTime) {}

  /** All faults have ended, and so has the time that everything needs to finish. */
  default void onHealed(ReferenceModel model, StoreReader store) {}

  /** The exception that says how this invariant is broken. */
  default Violation broken(String reason) {
    return new Violation(this, reason);
  }

  /** The violation of an invariant. */
  final class Violation extends RuntimeException {
    private final transient Invariant invariant;

    private Violation(Invariant invariant, String reason) {
      super(reason);
      this.invariant = invariant;
    }

    public Invariant invariant() {
      return invariant;
    }
  }
}
