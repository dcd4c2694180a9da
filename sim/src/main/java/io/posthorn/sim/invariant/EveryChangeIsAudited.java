package io.posthorn.sim.invariant;

import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ReferenceModel;

/**
 * The invariant that each accepted change has exactly one audit entry, and a refused one has none.
 */
public final class EveryChangeIsAudited implements Invariant {
  @Override
  public String contract() {
    return "Each change that carries an audit entry is audited once, and nothing that was refused is.";
  }

  @Override
  public void onHealed(ReferenceModel model, StoreReader store) {
    int kept = store.auditEntries();
    if (kept != model.audited().size()) {
      throw broken("%d changes are audited, %d were made".formatted(kept, model.audited().size()));
    }
  }
}
