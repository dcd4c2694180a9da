package io.posthorn.sim.invariant;

import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.sim.audit.Invariant;
import io.posthorn.sim.audit.StoreReader;
import io.posthorn.sim.ledger.EndpointFacts;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.ledger.Sizes;
import io.posthorn.sim.world.TurnRecord;

/** Whatever can be sent is sent. */
public final class NothingDueIsForgotten implements Invariant {
  @Override
  public String contract() {
    return "When a shard says that it has nothing to do until a moment, no message that could be"
        + " sent waits, and none becomes due before that moment.";
  }

  @Override
  public void onTurnEnd(Ledger ledger, TurnRecord turn, StoreReader store) {
    if (!turn.idle() || full(ledger)) {
      return;
    }
    for (EndpointFacts endpoint : ledger.endpoints().values()) {
      if (!ledger.stopped(endpoint)) {
        switch (endpoint.circuit().state()) {
          case ENABLED -> {
            check(ledger, endpoint, Lane.FIRST, turn);
            check(ledger, endpoint, Lane.RETRY, turn);
          }
          case DISABLED -> checkProbe(ledger, endpoint, turn);
          case FROZEN -> {} // nothing can be sent
        }
      }
    }
  }

  /** Whether the totals alone keep everything back. */
  private static boolean full(Ledger ledger) {
    DeliveryLimits limits = ledger.rules().limits();
    return ledger.flights().total() >= limits.maxInFlight()
        || ledger.flights().bytes() + Sizes.LARGEST > limits.maxBytesInFlight();
  }

  private void check(Ledger ledger, EndpointFacts endpoint, Lane lane, TurnRecord turn) {
    Message next = ledger.next(endpoint.id(), lane);
    if (next == null || !PlacesAreKept.free(ledger, endpoint, lane)) {
      return;
    }
    long possible = Math.max(next.due(), notBefore(ledger, endpoint));
    if (possible <= turn.now()) {
      throw broken(
          "%s could be sent since %d, and the shard sleeps until %d"
              .formatted(next.id(), possible, turn.wakeAt()));
    }
    if (turn.wakeAt() > possible) {
      throw broken(
          "%s can be sent at %d, and the shard sleeps until %d"
              .formatted(next.id(), possible, turn.wakeAt()));
    }
  }

  private void checkProbe(Ledger ledger, EndpointFacts endpoint, TurnRecord turn) {
    Message next = QueuesInTheirOrder.probe(ledger, endpoint.id());
    if (next == null || ledger.flights().probing(endpoint.id())) {
      return;
    }
    boolean cutOff = QueuesInTheirOrder.cutOff(ledger, endpoint.id()) != null;
    long due = cutOff ? turn.now() : endpoint.circuit().nextProbeAt();
    long possible = Math.max(due, notBefore(ledger, endpoint));
    if (turn.wakeAt() > Math.max(possible, turn.now())) {
      throw broken(
          "%s is to be probed at %d with %s, and the shard sleeps until %d"
              .formatted(endpoint.id(), possible, next.id(), turn.wakeAt()));
    }
    if (possible <= turn.now()) {
      throw broken("%s could be probed since %d".formatted(endpoint.id(), possible));
    }
  }

  /**
   * The endpoint's patience, and its pace: evenly spread, so at most a gap after the last start.
   */
  private static long notBefore(Ledger ledger, EndpointFacts endpoint) {
    int perSecond = endpoint.settings().maxPerSecond();
    if (perSecond == 0) {
      return endpoint.patientUntil();
    }
    // The latest start may have been under a slower pace: then up to a second.
    boolean steady = !ledger.flights().startsOf(endpoint.id()).isEmpty();
    long gap = steady ? Math.ceilDiv(1_000, perSecond) + 1 : 1_001;
    return Math.max(ledger.flights().lastStart(endpoint.id()) + gap, endpoint.patientUntil());
  }
}
