package io.posthorn.sim.invariant.storage;

import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.Map;
import java.util.TreeMap;

/** The invariant that the stored counts of waiting messages are true. */
public final class EndpointsCountWhatWaits implements Invariant {
  /** Checking all waiting messages takes long: the more there are, the less often it is done. */
  private static final int MESSAGES_PER_TURN = 16;

  private int turns;

  @Override
  public String contract() {
    return "Endpoint records count exactly the messages that wait, in flight or not, and readers"
        + " find the oldest of those in no order or at its head.";
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    if (++turns > model.waitingCount() / MESSAGES_PER_TURN) {
      turns = 0;
      check(model, store);
    }
  }

  private void check(ReferenceModel model, StoreReader store) {
    Map<String, StoreReader.Waiting> expected = new TreeMap<>();
    for (ExpectedMessage known : model.waiting()) {
      expected.merge(
          known.customerId(),
          new StoreReader.Waiting(1, known.message().isBehind() ? 0 : known.message().start()),
          StoreReader.Waiting::plus);
    }
    Map<String, StoreReader.Waiting> stored = new TreeMap<>();
    for (ExpectedEndpoint endpoint : model.endpoints().values()) {
      stored.merge(
          endpoint.customerId(),
          store.waiting(endpoint.customerId(), endpoint.id(), model.rules().circuit()),
          StoreReader.Waiting::plus);
    }
    stored.forEach(
        (customer, found) -> {
          StoreReader.Waiting due = expected.getOrDefault(customer, StoreReader.Waiting.NONE);
          if (!found.equals(due) && !model.erased().has(customer)) {
            throw broken("of %s there is %s stored, and %s waits".formatted(customer, found, due));
          }
        });
  }
}
