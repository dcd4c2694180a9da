package io.posthorn.sim.invariant.storage;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;

/** The invariant that only durable changes get a reply. */
public final class EffectsOnlyAfterCommit implements Invariant {
  private long replied;

  @Override
  public String contract() {
    return "No caller gets a reply before the commit is synced, and no crash loses a change"
        + " after its reply.";
  }

  @Override
  public void onReleased(TurnRecord turn, Effect effect) {
    if (effect instanceof Effect.SendReply reply && !Reply.refuses(reply.reply())) {
      replied = turn.commit();
      if (!turn.synced()) {
        throw broken("request %d got its reply before a sync".formatted(reply.request()));
      }
    }
  }

  @Override
  public void onCrash(ReferenceModel model, long survivingCommit) {
    if (replied > survivingCommit) {
      throw broken(
          "commit %d was confirmed, but the crash left %d".formatted(replied, survivingCommit));
    }
  }
}
