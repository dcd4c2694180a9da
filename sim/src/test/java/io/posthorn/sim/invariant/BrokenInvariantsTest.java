package io.posthorn.sim.invariant;

import static io.posthorn.sim.invariant.ForgedShard.CUSTOMER;
import static io.posthorn.sim.invariant.ForgedShard.START;
import static io.posthorn.sim.invariant.ForgedShard.idleTurn;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.layout.FlightsEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.invariant.storage.BackgroundWorkReadsFewKeys;
import io.posthorn.sim.invariant.storage.EffectsOnlyAfterCommit;
import io.posthorn.sim.invariant.storage.EndpointsCountWhatWaits;
import io.posthorn.sim.invariant.storage.NothingAcceptedIsLost;
import io.posthorn.sim.invariant.storage.TimeNeverGoesBack;
import io.posthorn.sim.invariant.storage.WaitingMessagesAreQueuedOnce;
import io.posthorn.sim.world.SimulatedDisk;
import io.posthorn.sim.world.SimulatedNetwork.ConnectionEnd;
import io.posthorn.sim.world.SimulatedNetwork.Written;
import io.posthorn.sim.world.TurnRecord;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Every invariant can be broken, and says so: each is given a forged trace. */
final class BrokenInvariantsTest {
  private static final byte[] NO_VALUE = {};
  private static final Outcome SUCCESS = Outcome.responded(200, 10);
  private static final Outcome FAILURE = Outcome.responded(500, 10);
  private static final long UNIT = Rules.DEFAULT.retry().offset(1);

  /** Disabled at the second failure in a row, probed every 10 s, frozen at the fourth. */
  private static final Rules BRITTLE =
      Rules.DEFAULT.withCircuit(
          new CircuitRules(48 * 3_600_000L, 100, 700_000, 2, 10_000, 3, 1, 1_000));

  private final ForgedShard shard = new ForgedShard(BRITTLE);
  private final SimulatedDisk disk = new SimulatedDisk();
  private final StoreReader store = new StoreReader(disk);

  private void finds(String words, ThrowingCallable forgery) {
    assertThatThrownBy(forgery).isInstanceOf(Invariant.Violation.class).hasMessageContaining(words);
  }

  private void finds(Invariant invariant, Effect.Send send, String words) {
    finds(words, () -> invariant.onSend(shard.model, send, send.ticket().startedAt()));
  }

  private void allows(Invariant invariant, Effect.Send send) {
    assertThatCode(() -> invariant.onSend(shard.model, send, send.ticket().startedAt()))
        .doesNotThrowAnyException();
  }

  /** Two failures in a row, one of each message. */
  private void disable(MessageId one, MessageId two) {
    shard.attempt(one, FAILURE, START + 1);
    shard.attempt(two, FAILURE, START + 2);
  }

  @Test
  void a_retry_before_its_slot() {
    MessageId id = shard.accept(START);
    shard.attempt(id, FAILURE, START + 1);

    finds(new AttemptsInTheirSlots(), shard.send(id, START + UNIT - 1, false), "sent before");
    allows(new AttemptsInTheirSlots(), shard.send(id, START + UNIT, false));
  }

  @Test
  void a_manual_retry_before_its_slot_is_allowed() {
    MessageId id = shard.accept(START);
    shard.attempt(id, FAILURE, START + 1);
    shard.carryOut(new Command.RetryMessage(2, CUSTOMER, id), START + 10);

    allows(new AttemptsInTheirSlots(), shard.send(id, START + 10, false));
    finds(new AttemptsInTheirSlots(), shard.send(id, START + 9, false), "sent before");
  }

  @Test
  void a_retry_of_a_message_whose_endpoint_is_held_or_a_refusal_of_another() {
    MessageId id = shard.accept(START);
    shard.attempt(id, FAILURE, START + 1);
    Command retry = new Command.RetryMessage(2, CUSTOMER, id);
    finds(
        "got the reply",
        () ->
            new RetriesObeyTheCircuit()
                .onReply(shard.model, retry, new Reply.Conflict("no"), START + 2));

    shard.carryOut(new Command.PauseEndpoint(3, CUSTOMER, shard.endpoint), START + 3);
    finds(
        "got the reply",
        () -> new RetriesObeyTheCircuit().onReply(shard.model, retry, Reply.DONE, START + 4));
  }

  @Test
  void background_work_that_reads_too_many_keys() {
    TurnRecord turn =
        new TurnRecord(
            2, true, START, List.of(), List.of(), START, BackgroundWorkReadsFewKeys.MOST + 1, 0);

    finds("scanned", () -> new BackgroundWorkReadsFewKeys().onTurn(shard.model, turn));
  }

  @Test
  void background_work_that_looks_up_too_many_keys() {
    TurnRecord turn =
        new TurnRecord(
            2,
            true,
            START,
            List.of(),
            List.of(),
            START,
            0,
            BackgroundWorkReadsFewKeys.MOST_LOOKUPS + 1);

    finds("looked up", () -> new BackgroundWorkReadsFewKeys().onTurn(shard.model, turn));
  }

  @Test
  void a_failure_whose_next_attempt_is_not_the_first_slot_later() {
    MessageId id = shard.accept(START);
    Effect.Send send = shard.send(id, START, false);
    long recordedAt = START + UNIT; // slot 1 has just passed

    finds(
        "it should be at " + (START + 3 * UNIT) + " in slot 2",
        () ->
            new AttemptsInTheirSlots()
                .onRecorded(
                    shard.model,
                    shard.expect(send, FAILURE, recordedAt),
                    ForgedShard.recorded(send, FAILURE, recordedAt, START + UNIT)));
  }

  @Test
  void a_request_to_an_endpoint_that_is_disabled_frozen_or_paused() {
    MessageId one = shard.accept(START);
    MessageId two = shard.accept(START);
    disable(one, two);
    finds(new HeldEndpointsGetNoRequest(), shard.send(one, START + 3 * UNIT, false), "disabled");
    allows(new HeldEndpointsGetNoRequest(), shard.send(one, START + 3 * UNIT, true));

    shard.attempt(one, FAILURE, START + 100_000);
    shard.attempt(two, FAILURE, START + 100_001);
    finds(new HeldEndpointsGetNoRequest(), shard.send(one, START + 3 * UNIT, true), "frozen");

    shard.carryOut(new Command.EnableEndpoint(2, CUSTOMER, shard.endpoint), START + 200_000);
    allows(new HeldEndpointsGetNoRequest(), shard.send(one, START + 3 * UNIT, false));
    shard.carryOut(new Command.PauseEndpoint(3, CUSTOMER, shard.endpoint), START + 200_001);
    finds(new HeldEndpointsGetNoRequest(), shard.send(one, START + 3 * UNIT, false), "paused");
  }

  @Test
  void a_request_to_an_endpoint_that_sent_a_retry_after() {
    MessageId id = shard.accept(START);
    shard.attempt(id, Outcome.responded(503, 1, "60"), START);

    finds(new HeldEndpointsGetNoRequest(), shard.send(id, START + 59_999, false), "Retry-After");
    allows(new HeldEndpointsGetNoRequest(), shard.send(id, START + 60_000, false));
  }

  @Test
  void a_probe_too_soon_or_beside_another() {
    MessageId one = shard.accept(START);
    MessageId two = shard.accept(START);
    disable(one, two);

    finds(new OneProbeAtATime(), shard.send(one, START + 10_001, true), "probed before");
    allows(new OneProbeAtATime(), shard.send(one, START + 10_002, true));
    shard.start(one, START + 10_002, true);
    finds(new OneProbeAtATime(), shard.send(two, START + 30_000, true), "probed twice at once");
  }

  @Test
  void a_message_before_one_that_was_due_earlier() {
    MessageId one = shard.accept(START);
    MessageId two = shard.accept(START + 1);

    finds(new QueuesInTheirOrder(), shard.send(two, START + 2, false), "was sent before");
    allows(new QueuesInTheirOrder(), shard.send(one, START + 2, false));
  }

  @Test
  void an_ordered_message_before_an_earlier_one_of_its_object_has_ended() {
    Subscription ordered = shard.subscribe(7, "https://ordered.example/").withOrdered(true);
    shard.carryOut(new Command.ChangeSubscription(8, ordered, START, NO_VALUE), START);
    MessageId one = shard.accept(ordered, START);
    MessageId two = shard.accept(ordered, START);

    finds(new ObjectsKeepTheirOrder(), shard.send(two, START + 1, false), "has ended");
    allows(new ObjectsKeepTheirOrder(), shard.send(one, START + 1, false));
    shard.start(one, START + 1, false);
    finds(new ObjectsKeepTheirOrder(), shard.send(two, START + 2, false), "is in flight");
  }

  @Test
  void two_heads_of_one_ordering_key() {
    Subscription ordered = shard.subscribe(7, "https://ordered.example/").withOrdered(true);
    shard.carryOut(new Command.ChangeSubscription(8, ordered, START, NO_VALUE), START);
    shard.accept(ordered, START);
    shard.accept(ordered, START);

    finds(
        "are heads at once",
        () -> turnEnds(new ObjectsKeepTheirOrder(), idleTurn(START, START + 1)));
  }

  @Test
  void a_retry_as_probe_while_a_first_attempt_waits() {
    MessageId one = shard.accept(START);
    MessageId two = shard.accept(START);
    disable(one, two);
    MessageId fresh = shard.accept(START + 5_000);

    finds(new QueuesInTheirOrder(), shard.send(one, START + 20_000, true), "was sent before");
    allows(new QueuesInTheirOrder(), shard.send(fresh, START + 20_000, true));
  }

  @Test
  void a_first_attempt_beyond_its_share_of_the_in_flight_limit() {
    for (int i = 0; i < 3; i++) {
      shard.start(shard.accept(START), START, false);
    }

    finds(new InFlightLimitsHold(), shard.send(shard.accept(START), START, false), "3 of its 4");
  }

  @Test
  void a_request_beyond_the_limit_of_its_host() {
    ForgedShard limited =
        new ForgedShard(BRITTLE.withLimits(BRITTLE.limits().withInFlightPerHost(2, 1)));
    limited.start(limited.accept(START), START, false);
    MessageId next = limited.accept(START);

    finds(
        "a.example:443 has 1 requests in flight already",
        () ->
            new InFlightLimitsHold()
                .onSend(limited.model, limited.send(next, START, false), START));
  }

  @Test
  void a_body_beyond_the_total_of_bytes() {
    ForgedShard limited =
        new ForgedShard(BRITTLE.withLimits(BRITTLE.limits().withInFlight(100, 32, 600)));
    limited.start(limited.accept(START), START, false);
    MessageId next = limited.accept(START);

    finds(
        "514 bytes in flight already",
        () ->
            new InFlightLimitsHold()
                .onSend(limited.model, limited.send(next, START, false), START));
  }

  @Test
  void freed_bytes_that_go_to_an_endpoint_with_more_bytes_than_one_that_waits() {
    ForgedShard limited =
        new ForgedShard(BRITTLE.withLimits(BRITTLE.limits().withInFlight(100, 32, 2_600)));
    Subscription few = limited.subscribe(3, "https://b.example/");
    Subscription other = limited.subscribe(4, "https://c.example/");
    MessageId ending = limited.accept(START);
    limited.start(ending, START, false);
    for (Subscription each : List.of(limited.subscription, limited.subscription, few, other)) {
      limited.start(limited.accept(each, START), START, false); // 514 bytes each
    }
    limited.accept(few, START); // waits
    MessageId more = limited.accept(START);
    FreedBytesGoToTheFewestBytes invariant = new FreedBytesGoToTheFewestBytes();
    invariant.onDispatched(limited.model, START); // 2,570 bytes are in flight
    limited.model.inFlight().end(ending);

    invariant.onTurn(limited.model, idleTurn(START, START + 1));
    invariant.onSend(limited.model, limited.send(more, START, false), START);
    limited.start(more, START, false);
    finds("514 of its customer's 2056", () -> invariant.onDispatched(limited.model, START));
  }

  @Test
  void capacity_that_goes_to_an_endpoint_with_more_requests_than_one_that_waits() {
    ForgedShard limited =
        new ForgedShard(BRITTLE.withLimits(BRITTLE.limits().withInFlight(3, 32, 1 << 20)));
    Subscription few = limited.subscribe(3, "https://b.example/");
    limited.start(limited.accept(START), START, false);
    limited.start(limited.accept(START), START, false);
    limited.accept(few, START);
    MessageId more = limited.accept(START);
    CapacityGoesToTheFewestInFlight invariant = new CapacityGoesToTheFewestInFlight();

    invariant.onTurn(limited.model, idleTurn(START, START + 1));
    invariant.onSend(limited.model, limited.send(more, START, false), START);
    limited.start(more, START, false);
    finds("waits with 0", () -> invariant.onDispatched(limited.model, START));
  }

  @Test
  void a_request_beyond_max_per_second() {
    EndpointSettings one = new EndpointSettings(0, 1, 0, null);
    shard.carryOut(new Command.ConfigureEndpoint(2, CUSTOMER, shard.endpoint, one, null), START);
    shard.start(shard.accept(START), START, false);
    MessageId next = shard.accept(START);

    finds(new RateLimitHolds(), shard.send(next, START + 999, false), "2 requests in a second");
    allows(new RateLimitHolds(), shard.send(next, START + 1_000, false));
  }

  @Test
  void a_lane_served_twice_running_with_an_in_flight_limit_of_one() {
    shard.carryOut(
        new Command.ConfigureEndpoint(
            2, CUSTOMER, shard.endpoint, new EndpointSettings(1, 0, 0, null), null),
        START);
    MessageId retry = shard.accept(START);
    shard.attempt(retry, Outcome.responded(404, 1), START);
    shard.attempt(shard.accept(START + UNIT), Outcome.responded(200, 1), START + UNIT);
    MessageId first = shard.accept(START + UNIT);

    finds(new LanesAlternate(), shard.send(first, START + UNIT + 1, false), "passed over");
    allows(new LanesAlternate(), shard.send(retry, START + UNIT + 1, false));
  }

  @Test
  void a_message_that_expires_on_an_enabled_endpoint_or_too_soon() {
    MessageId id = shard.accept(START);
    long expiry = START + Rules.DEFAULT.retry().lifetime();
    ExpiryOnlyWhileHeld invariant = new ExpiryOnlyWhileHeld();

    finds("expires at", () -> invariant.onEnded(shard.model, expired(id, expiry), expiry));
    shard.carryOut(new Command.PauseEndpoint(2, CUSTOMER, shard.endpoint), START);
    finds("expires at", () -> invariant.onEnded(shard.model, expired(id, expiry), expiry - 1));
    assertThatCode(() -> invariant.onEnded(shard.model, expired(id, expiry), expiry))
        .doesNotThrowAnyException();
  }

  private Effect.MessageEnded expired(MessageId id, long at) {
    return new Effect.MessageEnded(
        CUSTOMER, id, shard.endpoint, MessageStatus.DROPPED, EndReason.EXPIRED, at);
  }

  @Test
  void a_message_that_ends_twice() {
    MessageId id = shard.accept(START);
    shard.attempt(id, Outcome.responded(200, 1), START);

    finds(
        "a second time",
        () -> new EachMessageEndsOnce().onEnded(shard.model, expired(id, START), START));
  }

  @Test
  void a_gap_in_the_numbers_of_attempts_and_a_request_after_the_end() {
    MessageId id = shard.accept(START);
    AttemptTicket second = new AttemptTicket(shard.endpoint, id, 2, 0, Lane.FIRST, false, START);
    finds(new OneIdForLife(), shard.send(second), "number 2 after 0");

    shard.attempt(id, Outcome.responded(200, 1), START);
    finds(new OneIdForLife(), shard.send(id, START + 1, false), "has ended");
  }

  @Test
  void a_resend_that_is_not_allowed_or_not_made_or_not_recorded() {
    Effect.Send send = shard.send(shard.accept(START), START, false);
    Written onNew = new Written(send, false, ConnectionEnd.BEFORE_RESPONSE);
    Written onReused = new Written(send, true, ConnectionEnd.BEFORE_RESPONSE);
    Written inHead = new Written(send, true, ConnectionEnd.WITHIN_HEAD);
    Written replied = new Written(send, false, ConnectionEnd.AFTER_RESPONSE);

    finds("was resent after", () -> afterRequests(onNew, replied));
    finds("was resent after", () -> afterRequests(inHead, replied));
    finds("on a reused connection", () -> afterRequests(onReused, onReused));
    finds("was resent twice", () -> afterRequests(onReused, onNew, replied));
    finds("was not resent", () -> record(FAILURE, onReused));
    finds("written 2 times", () -> record(FAILURE, onReused, replied));
    finds("written 1 times", () -> record(FAILURE.asResent(), replied));
    assertThatCode(() -> record(FAILURE.asResent(), onReused, replied)).doesNotThrowAnyException();
  }

  private static AtMostOneResend afterRequests(Written... requests) {
    AtMostOneResend invariant = new AtMostOneResend();
    List.of(requests).forEach(invariant::onWritten);
    return invariant;
  }

  private void record(Outcome outcome, Written... requests) {
    Effect.Send send = requests[0].send();
    afterRequests(requests)
        .onRecorded(
            shard.model,
            shard.expect(send, outcome, START),
            ForgedShard.recorded(send, outcome, START, 0));
  }

  @Test
  void a_known_event_id_that_is_accepted_again() {
    shard.accept(START);
    MatchedEvent again =
        new MatchedEvent(ForgedShard.key(7, START + 5), ForgedShard.event("e0"), List.of());
    Reply asNew = new Reply.Accepted(List.of(new Reply.Receipt("e0", again.key(), false)));

    finds(
        "got the reply",
        () ->
            new EventIdsAreIdempotent()
                .onReply(
                    shard.model, new Command.AcceptEvents(2, List.of(again)), asNew, START + 5));
  }

  @Test
  void events_refused_though_they_fit_and_accepted_though_they_do_not() {
    ForgedShard limited =
        new ForgedShard(BRITTLE.withLimits(BRITTLE.limits().withWaitingMessages(2)));
    limited.accept(START);
    MatchedEvent second = ForgedShard.arrival(limited, "s", START);
    MatchedEvent third = ForgedShard.arrival(limited, "t", START);
    Reply refused = new Reply.OverLimit(CUSTOMER, 2);
    Reply accepted =
        new Reply.Accepted(
            List.of(
                new Reply.Receipt("s", second.key(), false),
                new Reply.Receipt("t", third.key(), false)));

    replied(limited, List.of(second), accepted);
    replied(limited, List.of(second, third), refused);
    finds("1 would be added", () -> replied(limited, List.of(second), refused));
    finds("2 would be added", () -> replied(limited, List.of(second, third), accepted));
    finds("without a limit", () -> replied(shard, List.of(second), refused));
  }

  private static void replied(ForgedShard forged, List<MatchedEvent> events, Reply reply) {
    WaitingIsLimited invariant = new WaitingIsLimited();
    Command command = new Command.AcceptEvents(2, events);
    invariant.onTurn(forged.model, idleTurn(START, START + 1));
    invariant.onTurn(
        forged.model, new TurnRecord(2, true, START, List.of(command), List.of(), START, 0, 0));
    invariant.onReply(forged.model, command, reply, START);
  }

  @Test
  void a_request_for_a_deleted_subscription_or_to_its_old_url() {
    MessageId id = shard.accept(START);
    Effect.Send send = shard.send(id, START, false);
    shard.carryOut(
        new Command.ChangeSubscription(
            2, ForgedShard.subscription("https://b.example/"), START, new byte[0]),
        START);
    finds(new NoRequestAfterTheEnd(), send, "its subscription says https://b.example/");

    shard.carryOut(new Command.DeleteSubscription(3, CUSTOMER, shard.subscription.id()), START);
    finds(new NoRequestAfterTheEnd(), send, "is cancelled and was sent");
  }

  @Test
  void a_change_of_the_circuit_that_is_missing_or_made_up() {
    CircuitChangesByTheRules invariant = new CircuitChangesByTheRules();
    List<EndpointChange> disabled = List.of(EndpointChange.DISABLED);

    finds("it should have been", () -> change(invariant, disabled, List.of()));
    finds("it should have been", () -> change(invariant, List.of(), disabled));
    assertThatCode(() -> change(invariant, disabled, disabled)).doesNotThrowAnyException();
  }

  private void change(
      Invariant invariant, List<EndpointChange> due, List<EndpointChange> reported) {
    invariant.onChanges(shard.model, shard.endpoint, due, reported);
  }

  @Test
  void a_shard_that_sleeps_while_a_message_can_be_sent() {
    MessageId id = shard.accept(START);
    NothingDueIsForgotten invariant = new NothingDueIsForgotten();

    finds("could be sent", () -> turnEnds(invariant, idleTurn(START, START + 1)));
    shard.attempt(id, FAILURE, START);
    finds("can be sent", () -> turnEnds(invariant, idleTurn(START, START + UNIT + 1)));
    assertThatCode(() -> turnEnds(invariant, idleTurn(START, START + UNIT)))
        .doesNotThrowAnyException();
  }

  @Test
  void a_shard_that_sleeps_while_a_cancelled_or_expired_message_waits() {
    MessageId id = shard.accept(START);
    shard.carryOut(new Command.PauseEndpoint(2, CUSTOMER, shard.endpoint), START);
    long expiry = START + Rules.DEFAULT.retry().lifetime();

    finds("sleeps until", () -> turnEnds(new SweepsFinish(), idleTurn(START, expiry + 1)));
    finds("is held", () -> turnEnds(new SweepsFinish(), idleTurn(expiry, expiry + 1)));
    shard.carryOut(new Command.CancelMessage(3, CUSTOMER, id), START);
    finds("still waits", () -> turnEnds(new SweepsFinish(), idleTurn(START, START + 1)));
  }

  private void turnEnds(Invariant invariant, TurnRecord turn) {
    invariant.onTurnEnd(shard.model, turn, store);
  }

  @Test
  void a_reply_before_the_sync_and_a_crash_that_takes_one_back() {
    EffectsOnlyAfterCommit invariant = new EffectsOnlyAfterCommit();
    Effect.SendReply reply = new Effect.SendReply(5, Reply.DONE);
    TurnRecord unsynced = new TurnRecord(3, false, START, List.of(), List.of(), START, 0, 0);
    TurnRecord synced = new TurnRecord(4, true, START, List.of(), List.of(), START, 0, 0);

    finds("before a sync", () -> invariant.onReleased(unsynced, reply));
    invariant.onReleased(synced, reply);
    finds("the crash left 3", () -> invariant.onCrash(shard.model, 3));
  }

  @Test
  void a_time_that_goes_back_between_turns_or_over_a_restart() {
    TimeNeverGoesBack invariant = new TimeNeverGoesBack();
    invariant.onTurn(shard.model, idleTurn(START, START + 1));

    finds("the turn before was", () -> invariant.onTurn(shard.model, idleTurn(START - 1, START)));
    finds("it restarted with time", () -> invariant.onOpen(shard.model, store, START - 1));
  }

  @Test
  void a_message_that_never_ends() {
    shard.accept(START);

    finds("never ended", () -> new NothingAcceptedIsLost().onHealed(shard.model, store));
  }

  @Test
  void a_waiting_message_that_is_in_no_queue_and_one_that_no_endpoint_counts() {
    shard.accept(START);

    finds(
        "is in no queue",
        () -> turnEnds(new WaitingMessagesAreQueuedOnce(), idleTurn(START, START + 1)));
    finds("stored, and", () -> turnEnds(new EndpointsCountWhatWaits(), idleTurn(START, START + 1)));
  }

  @Test
  void an_ended_message_that_is_still_in_a_lane_and_one_that_is_in_two() {
    MessageId id = shard.accept(START);
    disk.put(StoreKeys.inLane(shard.endpoint, Lane.FIRST, new LanePosition(START, id)), NO_VALUE);
    WaitingMessagesAreQueuedOnce invariant = new WaitingMessagesAreQueuedOnce();
    assertThatCode(() -> turnEnds(invariant, idleTurn(START, START + 1)))
        .doesNotThrowAnyException();

    shard.attempt(id, SUCCESS, START + 1);
    finds("still queued", () -> turnEnds(invariant, idleTurn(START + 1, START + 2)));
    disk.put(StoreKeys.inLane(shard.endpoint, Lane.RETRY, new LanePosition(START, id)), NO_VALUE);
    finds("in two lanes", () -> turnEnds(invariant, idleTurn(START + 1, START + 2)));
  }

  @Test
  void a_message_that_is_in_no_lane_for_too_long() {
    store(shard.accept(START));
    WaitingMessagesAreQueuedOnce invariant = new WaitingMessagesAreQueuedOnce();
    finds("in no lane after", () -> turnEnds(invariant, idleTurn(START, START + 5_001)));
    assertThatCode(() -> turnEnds(invariant, idleTurn(START, START + 5_000)))
        .doesNotThrowAnyException();
    assertThatCode(() -> turnEnds(invariant, idleTurn(START + 4_999, START + 5_000)))
        .doesNotThrowAnyException();
    finds("in no lane after", () -> turnEnds(invariant, idleTurn(START + 4_999, START + 5_001)));
    finds("in no lane after", () -> turnEnds(invariant, idleTurn(START + 5_000, START + 5_000)));
  }

  @Test
  void a_message_that_is_in_a_lane_and_named_by_the_entry_of_its_turn() {
    MessageId id = shard.accept(START);
    store(id);
    disk.put(StoreKeys.inLane(shard.endpoint, Lane.FIRST, new LanePosition(START, id)), NO_VALUE);
    finds(
        "queued twice",
        () -> turnEnds(new WaitingMessagesAreQueuedOnce(), idleTurn(START, START + 1)));
  }

  /** An event with one message, which the entry of its turn names. */
  private void store(MessageId id) {
    StoredEvent.Target target =
        new StoredEvent.Target(shard.subscription.id(), shard.endpoint, Rendering.DEFAULT);
    disk.put(
        StoreKeys.event(CUSTOMER, id.event()),
        new StoredEvent(ForgedShard.event("e0"), List.of(target), true).encode());
    disk.put(StoreKeys.flights(0), new FlightsEntry(Map.of(shard.endpoint, List.of(id))).encode());
  }

  @Test
  void a_subscription_that_was_not_matched() {
    MatchedEvent unmatched =
        new MatchedEvent(ForgedShard.key(7, START + 5), ForgedShard.event("x"), List.of());

    finds(
        "did not get",
        () ->
            new EverySubscriptionIsMatched()
                .onReply(
                    shard.model,
                    new Command.AcceptEvents(2, List.of(unmatched)),
                    Reply.DONE,
                    START + 5));
  }
}
