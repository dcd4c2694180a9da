package io.posthorn.sim.invariant;

import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.invariant.storage.BackgroundWorkReadsFewKeys;
import io.posthorn.sim.invariant.storage.EffectsOnlyAfterCommit;
import io.posthorn.sim.invariant.storage.EndpointsCountWhatWaits;
import io.posthorn.sim.invariant.storage.NothingAcceptedIsLost;
import io.posthorn.sim.invariant.storage.RecordsSayWhatHappened;
import io.posthorn.sim.invariant.storage.RestartChangesNothing;
import io.posthorn.sim.invariant.storage.TimeNeverGoesBack;
import io.posthorn.sim.invariant.storage.WaitingMessagesAreQueuedOnce;
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
        new WaitingMessagesAreQueuedOnce(),
        new EndpointsCountWhatWaits(),
        new EventIdsAreIdempotent(),
        new WaitingIsLimited(),
        new OneIdForLife(),
        new AtMostOneResend(),
        new EachMessageEndsOnce(),
        new ExpiryOnlyWhileHeld(),
        new NoRequestAfterTheEnd(),
        new AttemptsInTheirSlots(),
        new CircuitChangesByTheRules(),
        new HeldEndpointsGetNoRequest(),
        new NoTokenNoRequest(),
        new OneProbeAtATime(),
        new QueuesInTheirOrder(),
        new ObjectsKeepTheirOrder(),
        new LanesAlternate(),
        new InFlightLimitsHold(),
        new RateLimitHolds(),
        new CapacityGoesToTheFewestInFlight(),
        new FreedBytesGoToTheFewestBytes(),
        new NothingDueIsForgotten(),
        new SweepsFinish(),
        new BackgroundWorkReadsFewKeys(),
        new RetriesObeyTheCircuit(),
        new EverySubscriptionIsMatched(),
        new EveryChangeMakesAnOperationalEvent(),
        new SlackGetsTheLastState(),
        new EveryChangeIsAudited(),
        new OtherCustomersFindNothing(),
        new RecordsSayWhatHappened());
  }
}
