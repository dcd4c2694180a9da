package io.posthorn.sim.mutation;

import static io.posthorn.sim.mutation.Mutant.core;
import static io.posthorn.sim.mutation.Mutant.engine;

import java.util.ArrayList;
import java.util.List;

/** The deliberate breaks, by the rules that they break. */
final class Mutants {
  private static final String CIRCUIT = "endpoint/Circuit.java";
  private static final String OUTCOMES = "shard/delivery/Outcomes.java";
  private static final String DISPATCHER = "shard/delivery/Dispatcher.java";

  private Mutants() {}

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(CIRCUIT_BREAKS);
    all.addAll(SCHEDULE_BREAKS);
    all.addAll(PROBE_BREAKS);
    all.addAll(LANE_BREAKS);
    all.addAll(HOLD_BREAKS);
    all.addAll(PROMISE_BREAKS);
    return all;
  }

  private static final List<Mutant> CIRCUIT_BREAKS =
      List.of(
          core(
              "disabled at 100 attempts instead of above 100",
              CIRCUIT,
              "attempts > rules.minAttempts()",
              "attempts >= rules.minAttempts()"),
          core(
              "disabled at exactly 70 % instead of above",
              CIRCUIT,
              "window.failures(now) > rules.failureRate()",
              "window.failures(now) >= rules.failureRate()"),
          core(
              "disabled above 2,000 in a row instead of at 2,000",
              CIRCUIT,
              "consecutiveFailures >= rules.disableConsecutive()",
              "consecutiveFailures > rules.disableConsecutive()"),
          core(
              "frozen at 2,000 in a row instead of above",
              CIRCUIT,
              "consecutiveFailures > rules.freezeConsecutive()",
              "consecutiveFailures >= rules.freezeConsecutive()"),
          core(
              "frozen at exactly 72 h instead of after",
              CIRCUIT,
              "now - healthyAsOf() > rules",
              "now - healthyAsOf() >= rules"),
          core(
              "frozen above 50,000 in a row instead of at 50,000",
              CIRCUIT,
              "consecutiveFailures >= rules.freezeConsecutiveAnyTime()",
              "consecutiveFailures > rules.freezeConsecutiveAnyTime()"),
          core(
              "the last enabling by the API does not put off freezing",
              CIRCUIT,
              "Math.max(createdAt, enabledByApiAt)",
              "createdAt"),
          core(
              "a late success closes the circuit",
              CIRCUIT,
              "if (probe && state == CircuitState.DISABLED) {",
              "if (state == CircuitState.DISABLED) {"),
          core(
              "a success can open the circuit",
              CIRCUIT,
              "      enabled();\n      return true;\n    }\n",
              """
                    enabled();
                    return true;
                  }
                  if (state == CircuitState.ENABLED && failing(now)) {
                    state = CircuitState.DISABLED;
                    disabledAt = now;
                  }
              """),
          core(
              "a success leaves the failures in a row as they are",
              CIRCUIT,
              "    lastSuccessAt = now;\n    consecutiveFailures = 0;\n",
              "    lastSuccessAt = now;\n"),
          core(
              "the window is not emptied on heal",
              CIRCUIT,
              "    state = CircuitState.ENABLED;\n    window.clear();\n",
              "    state = CircuitState.ENABLED;\n"),
          core(
              "failures in a row are not emptied by the API's enable",
              CIRCUIT,
              "    enabled();\n    consecutiveFailures = 0;\n",
              "    enabled();\n"),
          core(
              "the window reaches one bucket too far back",
              "endpoint/FailureWindow.java",
              "bucketMillis = windowMillis / BUCKETS;",
              "bucketMillis = windowMillis / (BUCKETS - 1);"));

  private static final List<Mutant> SCHEDULE_BREAKS =
      List.of(
          core(
              "a slot is computed as a gap instead of an offset",
              OUTCOMES,
              "Math.max(schedule.slotAt(message.start(), slot, share), retryAfter)",
              "Math.max(schedule.slotAt(state.now(), slot, share), retryAfter)"),
          core(
              "a slot at the very moment of the failure is taken",
              "retry/RetrySchedule.java",
              "if (slotAt(start, slot, share) > moment) {",
              "if (slotAt(start, slot, share) >= moment) {"),
          core(
              "the last slot is never used",
              "retry/RetrySchedule.java",
              "slot <= limit; slot++",
              "slot < limit; slot++"),
          core(
              "Retry-After can go beyond the last slot",
              OUTCOMES,
              "message.retryAt(slot, Math.min(due, last))",
              "message.retryAt(slot, Math.max(due, Math.min(due, last)))"),
          core(
              "Retry-After does not hold the endpoint",
              OUTCOMES,
              "endpoint.extendHold(Math.min(moment, longest));",
              "endpoint.extendHold(Math.min(0, longest));"),
          core(
              "Retry-After holds the endpoint for longer than an hour",
              OUTCOMES,
              "endpoint.extendHold(Math.min(moment, longest));",
              "endpoint.extendHold(Math.max(moment, longest));"),
          core(
              "Retry-After is listened to on every status",
              "message/Outcome.java",
              "retryAfter != null && (status == 429 || status == 503)",
              "retryAfter != null"));

  private static final List<Mutant> PROBE_BREAKS =
      List.of(
          core(
              "a probe uses up a slot of its message",
              OUTCOMES,
              "ticket.probe() ? afterProbe(endpoint, message) : retry(message, retryAfter)",
              "ticket.probe() && retryAfter < 0 ? afterProbe(endpoint, message)"
                  + " : retry(message, retryAfter)"),
          core(
              "a poisonous probe is kept at the head",
              OUTCOMES,
              ": message.behindOthers(state.now());",
              ": message.backInLane();"),
          core(
              "a probe's Retry-After is listened to",
              OUTCOMES,
              "!outcome.honoursRetryAfter() || ticket.probe()",
              "!outcome.honoursRetryAfter()"),
          core(
              "probes count from disabled_at only",
              CIRCUIT,
              "Math.max(disabledAt, lastProbeAt) + rules.probeInterval()",
              "disabledAt + rules.probeInterval()"),
          core(
              "several probes at a time",
              DISPATCHER,
              "if (!probing || endpoint.probesInFlight() > 0) {",
              "if (!probing) {"),
          core(
              "a frozen endpoint is probed",
              DISPATCHER,
              "endpoint.circuit().state() == CircuitState.DISABLED",
              "endpoint.circuit().state() != CircuitState.ENABLED"),
          core(
              "messages whose probe failed stay behind after the heal",
              "shard/delivery/CircuitTransitions.java",
              "state.lanes.dequeue(endpoint, message);\n"
                  + "        transitions.keepWaiting(message, message.backInLane(), endpoint);",
              "state.touch(endpoint);"));

  private static final List<Mutant> LANE_BREAKS =
      List.of(
          core(
              "the lanes are not separated",
              DISPATCHER,
              "return endpoint.inFlight(lane) < ofLane;",
              "return endpoint.inFlight() < limit || ofLane < 0;"),
          core(
              "with an in-flight limit of one the lanes do not alternate",
              DISPATCHER,
              "return endpoint.lastStarted() == Lane.FIRST ? Lane.RETRY : Lane.FIRST;",
              "return Lane.FIRST;"),
          core(
              "a slow success raises the in-flight limit",
              "endpoint/InFlightLimit.java",
              "if (durationMillis <= QUICK_MILLIS) {",
              "if (durationMillis >= 0) {"),
          core(
              "a refusal does not halve the in-flight limit",
              "message/Outcome.java",
              "        || error == ErrorKind.TIMEOUT\n        || error == ErrorKind.REFUSED",
              "        || error == ErrorKind.TIMEOUT"),
          core(
              "the in-flight limit does not start at one after a hold",
              "shard/state/Endpoint.java",
              "    stored.inFlightLimit().afterHold();\n",
              ""),
          core(
              "one request too many in all",
              DISPATCHER,
              "state.inFlight() < state.rules.limits().maxInFlight()",
              "state.inFlight() <= state.rules.limits().maxInFlight()"),
          core(
              "capacity goes to whoever waits longest, whatever it has in flight",
              "shard/state/ReadyQueue.java",
              "Comparator.comparingInt((Endpoint e) -> e.readyRank)",
              "Comparator.comparingInt((Endpoint e) -> 0)"),
          core(
              "maxPerSecond lets bursts through after idling",
              "endpoint/RequestPacing.java",
              "Math.max(nextMicros, now * 1_000) + gap(maxPerSecond)",
              "nextMicros + gap(maxPerSecond)"));

  private static final List<Mutant> HOLD_BREAKS =
      List.of(
          core(
              "a paused endpoint is sent to",
              "shard/state/Endpoint.java",
              "circuit().state() == CircuitState.ENABLED && !paused()",
              "circuit().state() == CircuitState.ENABLED"),
          core(
                  "late messages of an enabled endpoint expire",
                  DISPATCHER,
                  "    if (!state.held(endpoint)) {\n      return Long.MAX_VALUE;\n    }\n"
                      + "    if (endpoint.nextExpiry()",
                  "    if (endpoint.nextExpiry()")
              .and(
                  "shard/delivery/Expiry.java",
                  "!state.held(endpoint) || state.endpoints",
                  "state.endpoints"),
          core(
              "held messages expire one slot early",
              "retry/RetrySchedule.java",
              "return offset(limit) + (long) Math.ceil(offset(limit) * jitter);",
              "return offset(limit - 1) + (long) Math.ceil(offset(limit) * jitter);"),
          core(
                  "a lost wake-up after enable",
                  "shard/delivery/CircuitTransitions.java",
                  "    state.requireSync();\n    state.touch(endpoint);\n",
                  "    state.requireSync();\n    state.endpoints.changed(endpoint);\n")
              .and(
                  "shard/command/EndpointCommands.java",
                  "    state.touch(endpoint);\n    state.answer(request, Reply.DONE);",
                  "    state.answer(request, Reply.DONE);"),
          core(
              "a deleted subscription's messages are sent until the sweep has come",
              "shard/delivery/AttemptStarter.java",
              "if (transitions.settle(endpoint, message)) {",
              "if (message.cancelling() && transitions.settle(endpoint, message)) {"));

  private static final List<Mutant> PROMISE_BREAKS =
      List.of(
          engine(
              "effects before commit",
              "TurnLoop.java",
              "    store.commit(sync);\n",
              "    turn.effects().forEach(effects);\n    store.commit(sync);\n"),
          core(
              "a message in flight is out of its lane, and lost in a crash",
              "shard/delivery/AttemptStarter.java",
              "    state.requestStarted(weight);\n",
              "    state.requestStarted(weight);\n    state.lanes.dequeue(endpoint, message);\n"),
          core(
              "a sweep is not resumed after a crash",
              "shard/sweep/Sweeper.java",
              "          if (!sweep.finished() || !sweep.keepsRecord()) {",
              "          if (sweep.finished() && !sweep.keepsRecord()) {"),
          core(
              "the same event id makes a second message",
              "shard/delivery/Intake.java",
              "    if (known != null) {\n",
              "    if (known != null && known.equals(arrival.key())) {\n"),
          core(
              "a lane's floor rises above what is in flight",
              "shard/state/Endpoint.java",
              "raiseFloor(earliestInFlight(lane))",
              "raiseFloor(Long.MAX_VALUE)"),
          core(
              "an attempt's number is used twice",
              "shard/delivery/AttemptStarter.java",
              "message.attempts() + 1,",
              "Math.max(1, message.attempts()),"),
          core(
              "accepted events share a later fsync",
              "shard/Shard.java",
              "if (!(command instanceof Command.RecordOutcome)) {",
              "if (command instanceof Command.PauseDelivery) {"),
          core(
              "time goes back with the wall clock",
              "shard/protocol/SteadyTime.java",
              "if (wallMillis >= latest) {",
              "if (wallMillis >= 0) {"),
          core(
              "an operational event goes to the endpoint that it is about",
              "shard/delivery/OperationalEventPublisher.java",
              "if (listed != null && OperationalEvents.mayReach(event, listed.endpoint())) {",
              "if (listed != null) {"),
          core(
              "a replay of many takes what ended after it was made",
              "shard/sweep/BulkSweep.java",
              "message.endedAt() <= progress.createdAt()",
              "message.status().ended()"));
}
