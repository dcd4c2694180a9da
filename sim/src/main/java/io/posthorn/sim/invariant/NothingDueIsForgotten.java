package io.posthorn.sim.invariant;

import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;

/** The invariant that a message that can be sent is sent. */
public final class NothingDueIsForgotten implements Invariant {
  @Override
  public String contract() {
    return "While a shard reports nothing to do until a given time, no message can be sent, and"
        + " none becomes due before that time.";
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    if (!turn.idle()) {
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

  /** Returns whether a shared limit keeps an endpoint from sending a message. */
  private static boolean kept(ReferenceModel model, ExpectedEndpoint endpoint, Message message) {
    ExpectedMessage known = model.messages().get(message.id());
    return known == null
        || model.inFlight().total() >= model.rules().limits().maxInFlight()
        || InFlightLimitsHold.hostFull(model, endpoint)
        || !InFlightLimitsHold.withinShare(model, endpoint)
        || !InFlightLimitsHold.fits(model, endpoint, known.event(), message.rendering());
  }

  private void check(ReferenceModel model, ExpectedEndpoint endpoint, Lane lane, TurnRecord turn) {
    Message next = model.next(endpoint.id(), lane);
    if (next == null
        || !InFlightLimitsHold.free(model, endpoint, lane)
        || kept(model, endpoint, next)) {
      return;
    }
    long possible =
        Math.max(
            Math.max(next.nextAt(), endpoint.noTokenUntil()),
            Math.max(pacedUntil(model, endpoint), endpoint.retryAfterUntil()));
    if (awaitsToken(model, endpoint, turn.now())) {
      return;
    }
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

  /** Returns whether an endpoint has no token, and one is being fetched, whose result wakes it. */
  private static boolean awaitsToken(ReferenceModel model, ExpectedEndpoint endpoint, long now) {
    return model.tokens().fetching(endpoint.id()) != null
        && !model.tokens().usable(endpoint.id(), now);
  }

  private void checkProbe(ReferenceModel model, ExpectedEndpoint endpoint, TurnRecord turn) {
    Message next = QueuesInTheirOrder.probe(model, endpoint.id());
    if (next == null || model.inFlight().probing(endpoint.id()) || kept(model, endpoint, next)) {
      return;
    }
    boolean interrupted = QueuesInTheirOrder.interrupted(model, endpoint.id()) != null;
    long due = interrupted ? turn.now() : endpoint.circuit().nextProbeAt();
    long possible = Math.max(due, pacedUntil(model, endpoint)); // whatever Retry-After is
    if (awaitsToken(model, endpoint, turn.now())) {
      return;
    }
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
   * The next time that the rate limit allows: requests are evenly spread, so at most one gap after
   * the last start.
   */
  private static long pacedUntil(ReferenceModel model, ExpectedEndpoint endpoint) {
    int perSecond = endpoint.settings().maxPerSecond();
    if (perSecond == 0) {
      return 0;
    }
    // The latest start may have been under a lower limit: then up to a second.
    boolean steady = !model.inFlight().startsOf(endpoint.id()).isEmpty();
    long gap = steady ? Math.ceilDiv(1_000, perSecond) + 1 : 1_001;
    return model.inFlight().lastStart(endpoint.id()) + gap;
  }
}
