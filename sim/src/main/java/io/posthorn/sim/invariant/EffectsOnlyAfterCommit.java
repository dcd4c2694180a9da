package io.posthorn.sim.invariant;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;

/** An answer is only given to durable changes. */
public final class EffectsOnlyAfterCommit implements Invariant {
  private long answered;

  @Override
  public String contract() {
    return "No change is answered before its commit is synced; no crash loses a change that was"
        + " answered.";
  }

  @Override
  public void onReleased(TurnRecord turn, Effect effect) {
    if (effect instanceof Effect.Answer answer && !Reply.refuses(answer.reply())) {
      answered = turn.commit();
      if (!turn.synced()) {
        throw broken("request %d was answered before a sync".formatted(answer.request()));
      }
    }
  }

  @Override
  public void onCrash(ReferenceModel model, long survivingCommit) {
    if (answered > survivingCommit) {
      throw broken(
          "commit %d was answered, the crash left %d".formatted(answered, survivingCommit));
    }
  }
}
