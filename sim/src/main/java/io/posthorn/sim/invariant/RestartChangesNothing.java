package io.posthorn.sim.invariant;

import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.audit.StoreReader;
import io.posthorn.sim.ledger.EndpointFacts;
import io.posthorn.sim.ledger.Ledger;

/** A restart changes nothing. */
public final class RestartChangesNothing implements Invariant {
  @Override
  public String contract() {
    return "After a restart every endpoint that was committed is still there, and opening a shard"
        + " writes nothing.";
  }

  @Override
  public void onOpen(Ledger ledger, StoreReader store, long shardTime) {
    if (store.dirty()) {
      throw broken("opening the shard wrote something");
    }
    for (EndpointFacts endpoint : ledger.endpoints().values()) {
      if (!ledger.erased().has(endpoint.customerId()) && !store.has(endpoint.id())) {
        throw broken("%s is gone".formatted(endpoint.id()));
      }
    }
  }
}
