package io.posthorn.sim.invariant;

import io.posthorn.core.store.Table;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.audit.StoreReader;
import io.posthorn.sim.ledger.Ledger;

/** Who changed what is on record. */
public final class EveryChangeIsOnRecord implements Invariant {
  @Override
  public String contract() {
    return "Each change that came with the name of who made it is on record once, and nothing that"
        + " was refused is.";
  }

  @Override
  public void onHealed(Ledger ledger, StoreReader store) {
    int kept = store.size(Table.AUDIT);
    if (kept != ledger.audited().size()) {
      throw broken(
          "%d changes are on record, %d were made".formatted(kept, ledger.audited().size()));
    }
  }
}
