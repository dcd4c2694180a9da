package io.posthorn.sim.invariant;

import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.Reply;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.world.TurnRecord;

/** What was answered is durable. */
public final class EffectsOnlyAfterCommit implements Invariant {
  private long answered;
  private TurnRecord turn = new TurnRecord(0, true, 0, java.util.List.of(), java.util.List.of(), 0);

  @Override
  public String contract() {
    return "Nothing that changes anything is answered before what it rests on is synced; no crash"
        + " takes back what somebody was told.";
  }

  @Override
  public void onTurn(Ledger ledger, TurnRecord committed) {
    turn = committed;
  }

  @Override
  public void onReply(Ledger ledger, Command command, Reply reply, long now) {
    if (reply instanceof Reply.NotFound || reply instanceof Reply.Conflict) {
      return;
    }
    answered = turn.commit();
  }

  @Override
  public void onCrash(Ledger ledger, long survivingCommit) {
    if (answered > survivingCommit && answered < turn.commit()) {
      throw broken(
          "commit %d was answered, a crash left only %d".formatted(answered, survivingCommit));
    }
  }
}
