package io.posthorn.sim.invariant.storage;

import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.ArrayDeque;
import java.util.Deque;

/** The invariant that the core never sees time go back. */
public final class TimeNeverGoesBack implements Invariant {
  private record TurnTime(long commit, long at) {}

  private final Deque<TurnTime> latest = new ArrayDeque<>();

  @Override
  public String contract() {
    return "The time of a turn is never before that of an earlier turn that survived, whatever"
        + " the wall clock does, over any crash.";
  }

  @Override
  public void onTurn(ReferenceModel model, TurnRecord turn) {
    if (!latest.isEmpty() && turn.now() < latest.getLast().at()) {
      throw broken(
          "the time of the turn before was %d, this one is %d"
              .formatted(latest.getLast().at(), turn.now()));
    }
    if (turn.synced()) {
      latest.clear();
    }
    latest.addLast(new TurnTime(turn.commit(), turn.now()));
  }

  @Override
  public void onCrash(ReferenceModel model, long survivingCommit) {
    while (latest.size() > 1 && latest.getLast().commit() > survivingCommit) {
      latest.removeLast();
    }
    if (!latest.isEmpty() && latest.getLast().commit() > survivingCommit) {
      latest.clear();
    }
  }

  @Override
  public void onOpen(ReferenceModel model, StoreReader store, long shardTime) {
    if (!latest.isEmpty() && shardTime < latest.getLast().at()) {
      throw broken(
          "the shard's last turn was at %d, but it restarted with time %d"
              .formatted(latest.getLast().at(), shardTime));
    }
  }
}
