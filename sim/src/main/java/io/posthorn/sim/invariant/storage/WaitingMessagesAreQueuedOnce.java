package io.posthorn.sim.invariant.storage;

import io.posthorn.core.message.MessageId;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The invariant that a crash finds every waiting message, once. */
public final class WaitingMessagesAreQueuedOnce implements Invariant {
  /** Checking all waiting messages takes long: the more there are, the less often it is done. */
  private static final int MESSAGES_PER_TURN = 16;

  /** For so long a message may be in no lane. */
  private static final long OUTSIDE_LANES = 5_000;

  /** When each message in no lane was first seen there by the running shard. */
  private Map<MessageId, Long> outsideSince = new HashMap<>();

  private int turns;

  @Override
  public String contract() {
    return "A waiting message is in exactly one lane, or an entry of the turn that accepted it,"
        + " less than five seconds ago, names it; an ended one is in neither.";
  }

  @Override
  public void onOpen(ReferenceModel model, StoreReader store, long shardTime) {
    outsideSince.clear(); // what was in no lane is queued again
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    if (++turns > model.waitingCount() / MESSAGES_PER_TURN) {
      turns = 0;
      check(model, turn, store);
    }
  }

  private void check(ReferenceModel model, TurnRecord turn, StoreReader store) {
    Set<MessageId> queued = new HashSet<>();
    for (MessageId id : store.inLanes()) {
      if (!queued.add(id)) {
        throw broken("%s is in two lanes".formatted(id));
      }
    }
    Map<MessageId, Long> outside = new HashMap<>();
    for (MessageId id : store.inFlightEntries()) {
      ExpectedMessage known = model.messages().get(id);
      if (known != null && store.isUnrecorded(known.customerId(), id)) {
        long since = outsideSince.getOrDefault(id, turn.now());
        outside.put(id, since);
        checkOutside(turn, id, since + OUTSIDE_LANES);
        if (!queued.add(id)) {
          throw broken("%s is queued twice".formatted(id));
        }
      }
    }
    outsideSince = outside;
    for (ExpectedMessage known : model.waiting()) {
      if (!queued.remove(known.id()) && !model.erased().has(known.customerId())) {
        throw broken("%s waits and is in no queue".formatted(known.id()));
      }
    }
    for (MessageId id : queued) {
      ExpectedMessage known = model.messages().get(id);
      if (known != null && !model.erased().has(known.customerId())) {
        throw broken("%s ended and is still queued".formatted(id));
      }
    }
  }

  private void checkOutside(TurnRecord turn, MessageId id, long until) {
    if (until <= turn.now() || turn.wakeAt() > until) {
      throw broken("%s is in no lane after %d".formatted(id, until));
    }
  }
}
