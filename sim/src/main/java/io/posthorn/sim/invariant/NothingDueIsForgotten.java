package io.posthorn.sim.invariant;

import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.InFlightRequests;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;

/** A message that can be sent is sent. */
public final class NothingDueIsForgotten implements Invariant {
  @Override
  public String contract() {
    return "When a shard says that it has nothing to do until a moment, no message that could be"
        + " sent waits, and none becomes due before that moment.";
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    if (!turn.idle() || full(model)) {
      return;
    }
    for (ExpectedEndpoint endpoint : model.endpoints().values()) {
      if (!model.stopped(endpoint)) {
        switch (endpoint.circuit().state()) {
          case ENABLED -> {
            check(model, endpoint, Lane.FIRST, turn);
            check(model, endpoint, Lane.RETRY, turn);
          }
          case DISABLED -> checkProbe(model, endpoint, turn);
          case FROZEN -> {} // nothing can be sent
        }
      }
    }
  }

  /** Whether the total limits alone prevent every request. */
  private static boolean full(ReferenceModel model) {
    DeliveryLimits limits = model.rules().limits();
    return model.inFlight().total() >= limits.maxInFlight()
        || model.inFlight().bytes() + InFlightRequests.LARGEST_EVENT > limits.maxBytesInFlight();
  }

  private void check(ReferenceModel model, ExpectedEndpoint endpoint, Lane lane, TurnRecord turn) {
    Message next = model.next(endpoint.id(), lane);
    if (next == null || !InFlightLimitsHold.free(model, endpoint, lane)) {
      return;
    }
    long possible = Math.max(next.due(), notBefore(model, endpoint));
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

  private void checkProbe(ReferenceModel model, ExpectedEndpoint endpoint, TurnRecord turn) {
    Message next = QueuesInTheirOrder.probe(model, endpoint.id());
    if (next == null || model.inFlight().probing(endpoint.id())) {
      return;
    }
    boolean interrupted = QueuesInTheirOrder.interrupted(model, endpoint.id()) != null;
    long due = interrupted ? turn.now() : endpoint.circuit().nextProbeAt();
    long possible = Math.max(due, notBefore(model, endpoint));
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
   * The end of a Retry-After, and the next moment that the rate limit allows: requests are evenly
   * spread, so at most one gap after the last start.
   */
  private static long notBefore(ReferenceModel model, ExpectedEndpoint endpoint) {
    int perSecond = endpoint.settings().maxPerSecond();
    if (perSecond == 0) {
      return endpoint.retryAfterUntil();
    }
    // The latest start may have been under a lower limit: then up to a second.
    boolean steady = !model.inFlight().startsOf(endpoint.id()).isEmpty();
    long gap = steady ? Math.ceilDiv(1_000, perSecond) + 1 : 1_001;
    return Math.max(model.inFlight().lastStart(endpoint.id()) + gap, endpoint.retryAfterUntil());
  }
}
