package io.posthorn.sim.mutation;

import static io.posthorn.sim.mutation.Mutant.core;
import static io.posthorn.sim.mutation.Mutant.engine;

import java.util.ArrayList;
import java.util.List;

/** The deliberate breaks, by the rules that they break. */
final class Mutants {
  private static final String CIRCUIT = "endpoint/Circuit.java";
  private static final String OUTCOMES = "shard/delivery/Outcomes.java";
  private static final String RESEND = "message/ResendRule.java";
  private static final String DISPATCHER = "shard/delivery/Dispatcher.java";
  private static final String SHARES = "shard/state/InFlightShares.java";
  private static final String HOST = "shard/state/Host.java";
  private static final String BYTE_QUEUE = "shard/state/ByteQueue.java";
  private static final String ERASE = "shard/sweep/EraseSweep.java";
  private static final String EARLY_RETENTION = "shard/sweep/EarlyRetention.java";
  private static final String LANES = "shard/state/Lanes.java";
  private static final String LANE_WRITER = "shard/state/LaneWriter.java";
  private static final String BYTE_SHARES = "shard/state/ByteShares.java";
  private static final String FIRST_FLIGHTS = "shard/state/FirstFlights.java";

  private Mutants() {}

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(CIRCUIT_BREAKS);
    all.addAll(SCHEDULE_BREAKS);
    all.addAll(RESEND_BREAKS);
    all.addAll(PROBE_BREAKS);
    all.addAll(LANE_BREAKS);
    all.addAll(HOLD_BREAKS);
    all.addAll(RETRY_BREAKS);
    all.addAll(PROMISE_BREAKS);
    all.addAll(FLIGHT_BREAKS);
    all.addAll(RECORD_BREAKS);
    all.addAll(OptionMutants.ALL);
    all.addAll(OrderMutants.ALL);
    all.addAll(SenderMutants.ALL);
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
                  if (state == CircuitState.ENABLED && mustDisable(now)) {
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
              "message.due() : schedule.slotAt(message.start(), slot, share)",
              "message.due() : schedule.slotAt(state.now(), slot, share)"),
          core(
              "a slot at the very time of the failure is taken",
              "retry/RetrySchedule.java",
              "if (slotAt(start, slot, share) > time) {",
              "if (slotAt(start, slot, share) >= time) {"),
          core(
              "the last slot is never used",
              "retry/RetrySchedule.java",
              "slot <= limit; slot++",
              "slot < limit; slot++"),
          core(
              "Retry-After can go beyond the last slot",
              OUTCOMES,
              "Math.max(time, Math.min(retryAfter, last))",
              "Math.max(time, retryAfter)"),
          core(
              "Retry-After does not hold the endpoint",
              OUTCOMES,
              "endpoint.extendHold(Math.min(time, longest));",
              "endpoint.extendHold(Math.min(0, longest));"),
          core(
              "Retry-After holds the endpoint for longer than an hour",
              OUTCOMES,
              "endpoint.extendHold(Math.min(time, longest));",
              "endpoint.extendHold(Math.max(time, longest));"),
          core(
              "Retry-After is listened to on every status",
              "message/Outcome.java",
              "retryAfter != null && (status == 429 || status == 503)",
              "retryAfter != null"));

  private static final List<Mutant> RESEND_BREAKS =
      List.of(
          core(
              "a request on a new connection is resent",
              RESEND,
              "return reused && !responseBegun && !resent;",
              "return !responseBegun && !resent;"),
          core(
              "a request is resent after a byte of a response",
              RESEND,
              "return reused && !responseBegun && !resent;",
              "return reused && !resent;"),
          core(
              "a request is never resent",
              RESEND,
              "return reused && !responseBegun && !resent;",
              "return reused && responseBegun && !resent;"),
          core(
              "a request is resent for as long as connections end",
              RESEND,
              "return reused && !responseBegun && !resent;",
              "return (reused || resent) && !responseBegun;"),
          core(
              "the record does not say that a request was resent",
              "message/Outcome.java",
              "with(unconnected, true, inAllowedNetwork);",
              "with(unconnected, false, inAllowedNetwork);"));

  private static final List<Mutant> PROBE_BREAKS =
      List.of(
          core(
              "a probe uses up a slot of its message",
              OUTCOMES,
              "ticket.probe() ? afterProbe(endpoint, message) : retry(",
              "ticket.probe() && retryAfter < 0 ? afterProbe(endpoint, message) : retry("),
          core(
              "a poisonous probe is kept at the head",
              OUTCOMES,
              ": message.probeFailed(state.now());",
              ": message.returnToLane();"),
          core(
              "a probe's Retry-After is listened to",
              OUTCOMES,
              "!outcome.honoursRetryAfter() || ticket.probe()",
              "!outcome.honoursRetryAfter()"),
          core(
              "Retry-After delays probes",
              DISPATCHER,
              "Math.max(due, endpoint.pacedUntil());",
              "Math.max(due, Math.max(endpoint.pacedUntil(), endpoint.stored().holdUntil()));"),
          core(
              "resuming closes the circuit",
              "shard/delivery/CircuitTransitions.java",
              "    endpoint.restart();\n    log.write(endpoint, CircuitEvent.RESUMED);",
              "    endpoint.restart();\n    endpoint.circuit().enable(state.now());\n"
                  + "    log.write(endpoint, CircuitEvent.RESUMED);"),
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
              "shard/delivery/MessageTransitions.java",
              "state.lanes.dequeue(endpoint, message);\n"
                  + "        keepWaiting(message, message.returnToLane(), endpoint);",
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
              SHARES,
              "inFlight < budget.requests() ? choose()",
              "inFlight <= budget.requests() ? choose()"),
          core(
              "capacity goes to the endpoint that waits longest, whatever it has in flight",
              "shard/state/EndpointLoad.java",
              "return byRank != 0 ? byRank : Long.compare(",
              "return byRank > 1_000 ? byRank : Long.compare("),
          core(
              "capacity goes to the customer that waits longest, whatever it has in flight",
              "shard/state/ReadyQueue.java",
              "customer.readyRank = customer.inFlight;",
              "customer.readyRank = 0;"),
          core(
              "one customer may take the whole total beside others",
              SHARES,
              "return alone || part <= PER_FREE * free;",
              "return alone || part >= 0;"),
          core(
              "a customer that is alone in its shard leaves nothing to those of other shards",
              SHARES,
              "endpoints.customers() == 1 && !budget.severalCustomers()",
              "endpoints.customers() == 1"),
          core(
              "a second body within its share exceeds twice the total of bytes",
              BYTE_SHARES,
              "before + weight <= 2 * max\n",
              "before <= 2 * max\n"),
          core(
                  "a body that does not fit is waited for",
                  SHARES,
                  "    enqueueForBytes(endpoint, body);\n    if (fits) {",
                  "    enqueueReady(endpoint);\n    if (fits) {")
              .and(
                  DISPATCHER,
                  "it was skipped\n        continue;\n",
                  "it was skipped\n        return;\n"),
          core(
              "an endpoint with requests in flight exceeds the total of bytes",
              BYTE_SHARES,
              "return endpoint.inFlight() == 0\n        ? Math.max(",
              "return endpoint.inFlight() >= 0\n        ? Math.max("),
          core(
              "an endpoint within its share of the bytes waits for those beyond theirs",
              BYTE_SHARES,
              "&& endpoint.load().bytesInFlight() + weight <= shareOf(endpoint.customer()));",
              "&& endpoint.load().bytesInFlight() + weight < 0);"),
          core(
              "large bodies take the whole of twice the total",
              BYTE_SHARES,
              "2 * max / (InFlightShares.PER_FREE + 1) * InFlightShares.PER_FREE - weight",
              "2 * max - weight"),
          core(
              "bytes in flight are counted without Base64's third",
              "shard/layout/StoredEvent.java",
              "return rendering.base64() ? Math.ceilDiv(length, 3) * 4 : length;",
              "return length;"),
          core(
              "an endpoint's share of the bytes does not depend on the other customers",
              BYTE_SHARES,
              "return max / Math.max(1, active) / Math.max(1, customer.active);",
              "return max / Math.max(1, customer.active);"),
          core(
              "an endpoint's share of the bytes does not depend on its customer's other endpoints",
              BYTE_SHARES,
              "return max / Math.max(1, active) / Math.max(1, customer.active);",
              "return max / Math.max(1, active);"),
          core(
              "freed bytes go to the customer that waits longest, whatever it has in flight",
              BYTE_QUEUE,
              "theirs.bytes = customer.bytesInFlight;",
              "theirs.bytes = 0;"),
          core(
              "freed bytes go to the endpoint that waits longest, whatever it has in flight",
              BYTE_QUEUE,
              "Comparator.comparingLong((Endpoint e) -> e.load().byteRank())",
              "Comparator.comparingLong((Endpoint e) -> 0L)"),
          core(
              "an endpoint with many bytes in flight takes those freed for one with few",
              SHARES,
              "if (fits && !takesClaimedBytes(endpoint, weight)) {",
              "if (fits) {"),
          core(
              "bytes are kept for a customer that has more in flight meanwhile",
              SHARES,
              "if (!claimants.isEmpty()) {\n      bytes.freed();",
              "if (claimants.size() > 1_000) {\n      bytes.freed();"),
          core(
              "one endpoint at a time returns from waiting for bytes",
              SHARES,
              "MOST_CLAIMS = 16;",
              "MOST_CLAIMS = 1;"),
          core(
              "the capacity of a host is offered to one customer at a time",
              HOST,
              "return offered.size() < limit - inFlight;",
              "return offered.isEmpty() && !full();"),
          core(
              "the capacity of a host goes to the customer that waits longest",
              HOST,
              "share.rank = share.inFlight + (share.offered == null ? 0 : 1);",
              "share.rank = share.offered == null ? 0 : 1;"),
          core(
              "an offer of a host's capacity is not taken back for a customer with fewer in flight",
              HOST,
              "(hasSpare() || offered.last().rank - 1 > waiting.first().rank)",
              "hasSpare()"),
          core(
              "one request too many to a host",
              HOST,
              "return inFlight >= limit;",
              "return inFlight > limit;"),
          core(
              "a slow response halves the limit of its host",
              HOST,
              "} else if (outcome.unconnected()) {",
              "} else if (outcome.status() == 0) {"),
          core(
              "a success does not raise the limit of its host",
              HOST,
              "limit = Math.min(limit + 1, most);",
              "limit = Math.min(limit, most);"),
          core(
              "capacity that comes free at a host is not offered",
              SHARES,
              "    host.requestEnded(customer);\n    hosts.changed(host);\n",
              "    host.requestEnded(customer);\n"),
          core(
              "maxPerSecond lets bursts through after idling",
              "endpoint/RequestPacing.java",
              "Math.max(nextMicros, now * 1_000) + gap(maxPerSecond)",
              "nextMicros + gap(maxPerSecond)"));

  private static final List<Mutant> HOLD_BREAKS =
      List.of(
          core(
              "a delivery pause does not hold endpoints that were ready",
              DISPATCHER,
              "if (state.deliveryPauses.paused(endpoint.customerId())) {",
              "if (state.now() < 0) {"),
          core(
              "an endpoint that the end of a delivery pause has not reached keeps its limit",
              "shard/state/DeliveryPauses.java",
              "if (changes.isEmpty()) {\n      return;\n    }\n    for",
              "if (!changes.isEmpty()) {\n      return;\n    }\n    for"),
          core(
              "a crash forgets the end of a delivery pause",
              "shard/state/DeliveryPauses.java",
              "store.put(CHANGES, out.toBytes());",
              "out.toBytes();"),
          core(
              "a request that was not sent uses up its attempt",
              OUTCOMES,
              "    Message message = flight.message();\n    state.lanes",
              "    Message message = flight.message().attempted(state.now());\n    state.lanes"),
          core(
              "a request that was not sent leaves although its message was cancelled",
              OUTCOMES,
              "    transitions.settle(endpoint, message); // it may",
              "    // it may"),
          core(
              "a probe that was not sent comes ten minutes later",
              "shard/state/Endpoint.java",
              "      stored.setProbe(probe);\n      probeCutOff = true;",
              "      stored.setProbe(probe);"),
          core(
              "the next probe is in the past while it waits for capacity",
              "shard/read/EndpointView.java",
              "? 0 : now; // it only",
              "? 0 : due; // it only"),
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
              "return offset(limit()) + (long) Math.ceil(offset(limit()) * jitter);",
              "return offset(limit() - 1) + (long) Math.ceil(offset(limit()) * jitter);"),
          core(
                  "a lost wake-up after enable",
                  "shard/delivery/CircuitTransitions.java",
                  "    state.requireSync();\n    state.touch(endpoint);\n",
                  "    state.requireSync();\n    state.endpoints.changed(endpoint);\n")
              .and(
                  "shard/command/EndpointCommands.java",
                  "    state.touch(endpoint);\n    state.reply(request, Reply.DONE);",
                  "    state.reply(request, Reply.DONE);"),
          core(
              "a deleted subscription's messages are sent until the sweep has come",
              "shard/delivery/AttemptStarter.java",
              "if (transitions.settle(endpoint, message)) {",
              "if (message.cancelling() && transitions.settle(endpoint, message)) {"));

  private static final List<Mutant> RETRY_BREAKS =
      List.of(
          core(
              "a failed retry takes the next slot though its due time lies ahead",
              OUTCOMES,
              "return message.requestedAt() > 0 && message.due() > state.now();",
              "return message.requestedAt() > 0 && message.due() < 0;"),
          core(
              "a retry whose due time has passed keeps it",
              OUTCOMES,
              "return message.requestedAt() > 0 && message.due() > state.now();",
              "return message.requestedAt() > 0;"),
          core(
              "a retry is attempted when it is due, not now",
              "message/Message.java",
              "return requestedAt > 0 ? requestedAt : due;",
              "return due;"),
          core(
              "a retry of a message of a held endpoint is accepted",
              "shard/delivery/MessageCommands.java",
              "    if (endpoint.circuit().state() != CircuitState.ENABLED) {",
              "    if (endpoint.circuit().state() == null) {"),
          core(
              "the request for a retry outlives the attempt",
              "message/Message.java",
              "          m.requestedAt = 0;\n        });\n  }\n\n  /** To be",
              "        });\n  }\n\n  /** To be"),
          core(
              "a walk over messages is bounded by what it finds",
              "shard/layout/MessageScan.java",
              "            return found.size() < keys && read[0] < keys;",
              "            return found.size() < keys;"),
          core(
              "a step over large messages is bounded by their number",
              "shard/sweep/BulkSweep.java",
              "if (budget.spent() && startsAnEvent(step, seen)) {",
              "if (budget.spent() && seen < 0) {"),
          core(
              "a bulk job does not count what it skips",
              "shard/sweep/BulkSweep.java",
              "        reason.ifPresent(found -> skipped.merge(found, 1L, Long::sum));\n",
              ""),
          core(
              "a page is bounded by the messages that it examines",
              "shard/read/MessageSearch.java",
              "return store.keysRead() >= KEYS;",
              "return store.keysRead() < 0;"),
          core(
              "times of attempts select messages by their last attempt alone",
              "shard/layout/MessageMatcher.java",
              "if (selection.needsAnAttempt()) {",
              "if (selection.needsAnAttempt() && selection.holds(lastAttempt(message))) {"),
          core(
              "the messages of an event are examined all at once",
              "shard/sweep/LargeEvent.java",
              "return event.targets().size() > PART;",
              "return event.targets().size() > 1_000_000;"),
          core(
              "a page of endpoints is read behind those of all customers before it",
              "shard/read/EndpointReader.java",
              "byte[] from = behind == null ? all : StoreKeys.after",
              "byte[] from = behind == null ? StoreKeys.table(Table.ENDPOINT) : StoreKeys.after"),
          core(
              "a step of early retention is bounded by what it removes",
              EARLY_RETENTION,
              "current.bytes < enough && !budget.spent()",
              "current.bytes < enough"),
          core(
              "early retention removes what still waits",
              EARLY_RETENTION,
              "if (away || (message != null && !message.status().ended())) {",
              "if (away) {"),
          core(
              "retention removes what still waits",
              "shard/sweep/RetentionDecision.java",
              "if (!message.status().ended()) {",
              "if (message.attempts() < 0) {"),
          core(
              "retention removes records when only payloads are due",
              "shard/sweep/RetentionDecision.java",
              "    if (lastEnd + rules.records() <= state.now()) {",
              "    if (lastEnd + rules.deliveredPayloads() <= state.now()) {"),
          core(
              "a range of removed events includes one that stays",
              "shard/sweep/Retention.java",
              "        behind = whole.key();",
              "        behind = before;"),
          core(
              "a range of removed messages reaches beyond the last removed event",
              "shard/sweep/ErasedKeys.java",
              "StoreKeys.endOf(StoreKeys.messagesOf(customerId, last)),",
              "StoreKeys.endOf(StoreKeys.table(io.posthorn.core.store.Table.MESSAGE)),"),
          core(
              "early retention removes records before all payloads are gone",
              EARLY_RETENTION,
              "      } else if (!current.erasing && state.now() - walkBeganAt >= WALK_AGAIN_AFTER) {",
              "      } else if (!current.erasing && state.now() < walkBeganAt) {"),
          core(
              "early retention frees event ids before their time",
              EARLY_RETENTION,
              "erasing ? StoreKeys.eventsFrom(customerId, free) : StoreKeys.endOf(all);",
              "free < 0 ? StoreKeys.eventsFrom(customerId, free) : StoreKeys.endOf(all);"),
          core(
              "a shard that erases a customer does not wait for the others",
              ERASE,
              "} else if (events.isEmpty() && !awaited.isEmpty()) {",
              "} else if (events.isEmpty() && finished) {"),
          core(
              "a shard that erases a customer does not inform the others",
              "shard/command/SubscriptionCommands.java",
              "if (shard != state.identity.shard()) {",
              "if (shard < 0) {"),
          core(
              "a crash loses which shards the erasure of a customer waits for",
              ERASE,
              "sweep.awaited.put((int) in.varint(), in.u32());",
              "in.varint();\n      in.u32();"),
          core(
              "an erasure that another shard has started first is finished without the command",
              ERASE,
              "    count(shard, -1);\n",
              "    awaited.remove(shard);\n"),
          core(
              "of a message all attempts are read",
              "shard/state/Messages.java",
              "found.add(Attempt.decode(value)) && found.size() < FIRST_ATTEMPTS);",
              "found.add(Attempt.decode(value)) || found.size() < FIRST_ATTEMPTS);"),
          core(
              "enabling all disabled endpoints resumes those that are paused",
              "shard/command/EndpointCommands.java",
              "        circuits.close(endpoint);",
              "        circuits.enable(endpoint);"),
          core(
              "all of a customer's endpoints are enabled in one turn",
              "shard/command/EndpointCommands.java",
              "if (count == ENABLED_AT_ONCE) {",
              "if (count < 0) {"),
          core(
              "a turn that enables endpoints examines all of a customer's",
              "shard/command/EndpointCommands.java",
              "command.after(), EXAMINED_AT_ONCE);",
              "command.after(), Integer.MAX_VALUE);"));

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
              "state.shares.requestStarted(endpoint, weight);",
              "state.shares.requestStarted(endpoint, weight); state.lanes.dequeue(endpoint,"
                  + " message);"),
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
              "shard/state/EndpointLanes.java",
              "raiseFloor(flights.earliest(lane))",
              "raiseFloor(Long.MAX_VALUE)"),
          core(
              "an attempt's number is used twice",
              "shard/delivery/AttemptStarter.java",
              "message.attempts() + 1,",
              "Math.max(1, message.attempts()),"),
          core(
              "accepted events share a later fsync",
              "shard/Shard.java",
              "if (!(command instanceof Command.RecordOutcome || command instanceof Command.RecordToken)) {",
              "if (command instanceof Command.PauseDelivery) {"),
          core(
              "time goes back with the wall clock",
              "shard/protocol/MonotonicWallClock.java",
              "if (wallMillis >= latest) {",
              "if (wallMillis >= 0) {"),
          core(
              "an operational event goes to the endpoint that it is about",
              "shard/delivery/OperationalEventPublisher.java",
              "&& OperationalEvents.mayReach(event, listed.endpoint())) {",
              ") {"),
          core(
              "format slack gets every change",
              "shard/delivery/OperationalEventPublisher.java",
              "tooSoon ? EventFormats.ALL_BUT_SLACK : EventFormats.ALL",
              "EventFormats.ALL"),
          core(
              "format slack never gets a change that comes too soon",
              "shard/delivery/OperationalEventPublisher.java",
              "unreported.add();",
              ""),
          core(
              "format slack gets a delayed change with another state than that of the time",
              "shard/delivery/OperationalEventPublisher.java",
              "return circuit == CircuitState.DISABLED ? EndpointChange.DISABLED : EndpointChange.RECOVERED;",
              "return EndpointChange.DISABLED;"),
          core(
              "format slack gets drops within the minute of a change",
              "shard/delivery/OperationalEventPublisher.java",
              "unreported.hasDrops() && nextEventAt(unreported) <= state.now();",
              "unreported.hasDrops();"),
          core(
              "a crash loses the changes that format slack has not got yet",
              "shard/layout/EndpointRecord.java",
              "unreportedChanges.write(out);",
              ""),
          core(
              "a replay of many takes what ended after it was made",
              "shard/sweep/BulkSweep.java",
              "message.endedAt() <= progress.createdAt()",
              "message.status().ended()"));

  private static final List<Mutant> FLIGHT_BREAKS =
      List.of(
          core(
              "a restart forgets messages in flight that are in no lane",
              "shard/Shard.java",
              "      state.lanes.recover(state.messages);\n",
              ""),
          core(
              "a restart counts messages in flight that are in no lane again",
              LANES,
              "      add(endpoint, message, false);\n      if (message.order() != null) {\n",
              "      enqueue(endpoint, message, false);\n      if (message.order() != null) {\n"),
          core(
              "a restart queues messages again whose outcome was recorded",
              "shard/state/Messages.java",
              "return recorded ? null : fresh(customerId, id);",
              "return get(customerId, id);"),
          core(
              "a restart leaves the entries of messages in flight behind",
              FIRST_FLIGHTS,
              "          obsolete.set(StoreKeys.flightsNumber(key));\n",
              ""),
          core(
              "the entry of a turn outlives its messages in flight",
              FIRST_FLIGHTS,
              "    if (--entry.left == 0) {\n",
              "    if (--entry.left == 0 && entry.since < 0) {\n"),
          core(
              "the entry of a turn is removed with its first message",
              FIRST_FLIGHTS,
              "    if (--entry.left == 0) {\n",
              "    if (--entry.left >= 0) {\n"),
          core(
              "the entry of a turn replaces one whose messages are in flight",
              FIRST_FLIGHTS,
              "obsolete.isEmpty() ? stored.nextClearBit(0) : obsolete.nextSetBit(0);",
              "obsolete.isEmpty() ? 0 : obsolete.nextSetBit(0);"),
          core(
              "a request may stay out of its lane for ten seconds",
              FIRST_FLIGHTS,
              "LONGEST = 5_000;",
              "LONGEST = 10_000;"),
          core(
              "entries name any number of messages, all of which a restart reads",
              FIRST_FLIGHTS,
              " || named > MOST);",
              ");"),
          core(
              "a message that left an entry is counted in it to the end",
              FIRST_FLIGHTS,
              "      named -= entry.messages.size();\n",
              ""),
          core(
              "one long lane takes the memory that all lanes share",
              "shard/lane/LaneMemory.java",
              "if (taken >= free / 2) {",
              "if (free == 0) {"),
          core(
              "memory that a lane no longer needs is lost to the others",
              "shard/lane/LaneQueue.java",
              "      memory.giveBack(shared - needed);\n",
              ""),
          core(
              "the newest event of a backlog takes the place of the one that is sent next",
              "shard/state/RecentEvents.java",
              "if (footprint + event.footprint() <= MOST_BYTES || ++leftOut == ENTERS) {",
              "if (footprint >= 0) {"),
          core(
              "what was in flight for too long is put into no lane",
              LANE_WRITER,
              ".forEach((id, endpoint) -> putOverdue(endpoint, id));",
              ".forEach((id, endpoint) -> {});"),
          core(
              "nothing wakes a shard for what has been in flight for too long",
              "shard/Shard.java",
              "Math.min(state.timeline.next(), state.lanes.nextAt());",
              "state.timeline.next();"),
          core(
              "a lane is read before the entries of the turn are written",
              LANES,
              "lane::equals);\n    List<LaneEntry> found = new ArrayList<>();\n    LanePosition readTo",
              "_ -> false);\n    List<LaneEntry> found = new ArrayList<>();\n    LanePosition readTo"),
          core(
              "a message that left its lane in the turn that put it there is written all the same",
              LANE_WRITER,
              "entries == null || entries.remove(message) == null",
              "entries == null || entries.get(message) == null"),
          core(
              "a recorded message in flight is left out of its lane",
              LANE_WRITER,
              "return !added.entry().recorded() && ",
              "return "),
          core(
              "a message that waits in memory is in no lane when its endpoint is held",
              LANES,
              "    writer.writeRecent(endpoint); // readers would no longer find the oldest of them\n",
              ""),
          core(
              "a lane is read before the messages that waited in memory are written",
              LANE_WRITER,
              "    if (lanes.test(Lane.FIRST)) {\n      writeRecent(endpoint);\n    }\n",
              ""),
          core(
              "a message that went over to its lane is still named by the entry of its turn",
              FIRST_FLIGHTS,
              "      changed.add(entry);\n",
              ""),
          core(
              "a message that waits behind the part of the lane in memory is in no lane",
              LANE_WRITER,
              "        && endpoint.queue(Lane.FIRST).holds(added.entry().position());\n",
              ";\n"),
          core(
              "readers do not find messages that wait in memory alone",
              "shard/state/EndpointLanes.java",
              "long oldest = first == null ? Long.MAX_VALUE : first.position().at();",
              "long oldest = first == null ? Long.MAX_VALUE : Long.MAX_VALUE - 1;"));

  private static final List<Mutant> RECORD_BREAKS =
      List.of(
          core(
              "readers do not find messages in flight that are in no lane",
              "shard/state/Endpoints.java",
              "      endpoint.lanes().noteOutside();\n",
              ""),
          core(
              "the record of an endpoint is not written when its settings change",
              "shard/layout/EndpointRecord.java",
              "    settings = now;\n    changed = true;\n",
              "    settings = now;\n"),
          core(
              "the record of an endpoint is not written when a bucket of its window begins",
              "endpoint/FailureWindow.java",
              "      pastChanged = true;\n      newest++;\n",
              "      newest++;\n"),
          core(
              "an emptied window is full again after a restart",
              "endpoint/FailureWindow.java",
              "    totalFailures = 0;\n    pastChanged = true;\n",
              "    totalFailures = 0;\n"),
          core(
              "a subscription's former endpoints are forgotten",
              "shard/layout/SubscriptionListing.java",
              "endpoints.add(StoreKeys.endpointId(key)) && endpoints.size() <= MOST);",
              "endpoints.add(StoreKeys.endpointId(key)) && endpoints.size() < 1);"),
          core(
              "the listings of a subscription's endpoints are read to different ends",
              "shard/layout/SubscriptionListing.java",
              ".filter(id -> limit == null || order.compare(id, limit) <= 0)",
              ".filter(id -> limit == null || order.compare(id, id) <= 0)"));
}
