package io.posthorn.sim.invariant.storage;

import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that nothing accepted is lost. */
public final class NothingAcceptedIsLost implements Invariant {
  @Override
  public String contract() {
    return "Every message of an accepted event ends; after all faults are healed none waits, and"
        + " no queue holds anything.";
  }

  @Override
  public void onHealed(ReferenceModel model, StoreReader store) {
    for (ExpectedMessage known : model.messages().values()) {
      if (known.waiting()) {
        throw broken("%s never ended".formatted(known.message()));
      }
    }
    if (!store.queuesAreEmpty()) {
      throw broken("a queue still holds something");
    }
  }
}
