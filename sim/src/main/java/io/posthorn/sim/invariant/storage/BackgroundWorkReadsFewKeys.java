package io.posthorn.sim.invariant.storage;

import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;

/** The invariant that background work is bounded by the keys it reads, in scans and one by one. */
public final class BackgroundWorkReadsFewKeys implements Invariant {
  /**
   * The steps of expiry, one sweep, retention and early retention, and the heads of all lanes. A
   * sweep that is bounded by what it finds walks over thousands of events without messages.
   */
  public static final long MOST = 3_000;

  /** The same steps, some of which look up what a scan has found. */
  public static final long MOST_LOOKUPS = 3_000;

  /** The event and the message of a request, and what it belongs to. */
  private static final long LOOKUPS_PER_REQUEST = 4;

  /** The event and the record of a message that was in no lane when the last process ended. */
  private static final long LOOKUPS_PER_RECOVERED = 2;

  /** The messages that the first turn of a new process reads. */
  private long recovered;

  @Override
  public String contract() {
    return "A turn without commands scans and looks up a bounded number of keys, besides those"
        + " of the requests that it starts, and of the messages in no lane that the first turn"
        + " of a process finds.";
  }

  @Override
  public void onOpen(ReferenceModel model, StoreReader store, long shardTime) {
    recovered = store.inFlightEntries().size();
  }

  @Override
  public void onTurn(ReferenceModel model, TurnRecord turn) {
    long first = LOOKUPS_PER_RECOVERED * recovered;
    recovered = 0;
    if (!turn.batch().isEmpty()) {
      return;
    }
    if (turn.keysScanned() > MOST) {
      throw broken(
          "a turn without commands scanned %d keys, more than %d"
              .formatted(turn.keysScanned(), MOST));
    }
    long requests = turn.effects().stream().filter(Effect.Send.class::isInstance).count();
    long lookups = turn.keysLookedUp() - LOOKUPS_PER_REQUEST * requests;
    if (lookups > MOST_LOOKUPS + first) {
      throw broken(
          "a turn without commands looked up %d keys for %d requests"
              .formatted(turn.keysLookedUp(), requests));
    }
  }
}
