package io.posthorn.sim.invariant.storage;

import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that a restart changes nothing. */
public final class RestartChangesNothing implements Invariant {
  @Override
  public String contract() {
    return "After a restart every endpoint that was committed is still there, and opening a shard"
        + " writes nothing.";
  }

  @Override
  public void onOpen(ReferenceModel model, StoreReader store, long shardTime) {
    if (store.dirty()) {
      throw broken("opening the shard wrote something");
    }
    for (ExpectedEndpoint endpoint : model.endpoints().values()) {
      if (!model.erased().has(endpoint.customerId())
          && !store.has(endpoint.customerId(), endpoint.id())) {
        throw broken("%s is gone".formatted(endpoint.id()));
      }
    }
  }
}
