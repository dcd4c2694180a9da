package io.posthorn.sim.invariant;

import io.posthorn.core.store.Table;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ReferenceModel;

/** Who changed what is on record. */
public final class EveryChangeIsAudited implements Invariant {
  @Override
  public String contract() {
    return "Each change that came with the name of who made it is on record once, and nothing that"
        + " was refused is.";
  }

  @Override
  public void onHealed(ReferenceModel model, StoreReader store) {
    int kept = store.size(Table.AUDIT);
    if (kept != model.audited().size()) {
      throw broken(
          "%d changes are on record, %d were made".formatted(kept, model.audited().size()));
    }
  }
}
