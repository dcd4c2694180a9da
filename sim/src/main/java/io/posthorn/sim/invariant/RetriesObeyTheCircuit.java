package io.posthorn.sim.invariant;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that a user's retry is accepted exactly when its message can be attempted. */
public final class RetriesObeyTheCircuit implements Invariant {
  @Override
  public String contract() {
    return "A retry is accepted exactly when its message waits, is neither in flight nor behind"
        + " another of its object, and its endpoint is enabled and not paused.";
  }

  @Override
  public void onReply(ReferenceModel model, Command command, Reply reply, long now) {
    if (command instanceof Command.RetryMessage retry) {
      ExpectedMessage known = model.messages().get(retry.message());
      if (known == null || !known.customerId().equals(retry.customerId())) {
        return; // OtherCustomersFindNothing
      }
      boolean accepted = reply instanceof Reply.Done;
      if (accepted != possible(model, known)
          && !removed(model, known, reply, now)
          && !putBack(model, known, reply)) {
        throw broken("the retry of %s got the reply %s".formatted(known.message(), reply));
      }
    }
  }

  @Override
  public void onBulkRetry(ReferenceModel model, ExpectedMessage known) {
    if (!possible(model, known)) {
      throw broken("%s was retried by a bulk job".formatted(known.message()));
    }
  }

  private static boolean possible(ReferenceModel model, ExpectedMessage known) {
    ExpectedEndpoint endpoint = model.endpoints().get(known.message().endpoint());
    return known.waiting()
        && !known.message().isBehind()
        && endpoint != null
        && !model.inFlight().has(known.id())
        && !model.cancelledAtOnce(known.id())
        && !model.held(endpoint);
  }

  /**
   * An ordered message may be put back behind the head in the turn of the retry itself, when its
   * subscription got another URL just before: it waits at the new one until none is left at the old
   * one.
   */
  private static boolean putBack(ReferenceModel model, ExpectedMessage known, Reply reply) {
    return reply instanceof Reply.Conflict
        && known.message().order() != null
        && model.order().hasMoved(known.id());
  }

  /** Retention and the erasure of a customer remove messages. */
  private static boolean removed(
      ReferenceModel model, ExpectedMessage known, Reply reply, long now) {
    return reply instanceof Reply.NotFound
        && (model.erased().has(known.customerId()) || model.mayBeRemoved(known, now));
  }
}
