package io.posthorn.sim.invariant;

import io.posthorn.sim.check.Invariant;
import java.util.List;

/** All invariants. Some have state, so each run has its own. */
public final class Invariants {
  private Invariants() {}

  public static List<Invariant> all() {
    return List.of(
        new TimeNeverGoesBack(),
        new EffectsOnlyAfterCommit(),
        new RestartChangesNothing(),
        new NothingAcceptedIsLost(),
        new EventIdsAreIdempotent(),
        new WaitingIsLimited(),
        new OneIdForLife(),
        new EachMessageEndsOnce(),
        new ExpiryOnlyWhileHeld(),
        new NoRequestAfterTheEnd(),
        new AttemptsInTheirSlots(),
        new CircuitChangesByTheRules(),
        new HeldEndpointsGetNoRequest(),
        new OneProbeAtATime(),
        new QueuesInTheirOrder(),
        new LanesTakeTurns(),
        new InFlightLimitsHold(),
        new RateLimitHolds(),
        new CapacityGoesToTheFewestInFlight(),
        new NothingDueIsForgotten(),
        new SweepsFinish(),
        new EverySubscriptionIsMatched(),
        new EveryChangeMakesAnOperationalEvent(),
        new EveryChangeIsAudited(),
        new OtherCustomersFindNothing(),
        new RecordsSayWhatHappened());
  }
}
