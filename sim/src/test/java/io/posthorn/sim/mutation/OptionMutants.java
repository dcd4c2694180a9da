package io.posthorn.sim.mutation;

import static io.posthorn.sim.mutation.Mutant.core;

import java.util.List;

/** The deliberate breaks of the options of endpoints. */
final class OptionMutants {
  private static final String OUTCOMES = "shard/delivery/Outcomes.java";
  private static final String TRANSITIONS = "shard/delivery/CircuitTransitions.java";

  static final List<Mutant> ALL =
      List.of(
          core(
              "a failure reads the general schedule instead of the endpoint's",
              OUTCOMES,
              "schedule = state.schedule(endpoint);",
              "schedule = state.rules.retry();"),
          core(
              "a held message expires by the general schedule",
              "shard/delivery/Expiry.java",
              "state.schedule(endpoint).lifetime()",
              "state.rules.retry().lifetime()"),
          core(
              "the first expiry of a held endpoint is that of the general schedule",
              "shard/state/Lanes.java",
              "start + endpoint.schedule(schedule).lifetime();",
              "start + schedule.lifetime();"),
          core(
              "a new schedule does not change when held messages expire",
              "shard/state/Endpoint.java",
              "    forgetNextExpiry(); // its schedule may have changed\n",
              ""),
          core(
              "a due time beyond the last slot of a new schedule is cut",
              OUTCOMES,
              "Math.max(time, Math.min(retryAfter, last))",
              "Math.min(Math.max(time, retryAfter), last)"),
          core(
              "a final response to a probe keeps its message",
              OUTCOMES,
              "    if (isFinal(endpoint, outcome)) {\n      return",
              "    if (isFinal(endpoint, outcome) && !ticket.probe()) {\n      return"),
          core(
              "final responses are retried",
              OUTCOMES,
              "    if (isFinal(endpoint, outcome)) {\n      return",
              "    if (isFinal(endpoint, outcome) && ticket.number() > 1) {\n      return"),
          core(
              "final responses count although countFinal is false",
              TRANSITIONS,
              "if (endpoint.settings().options().finalStatuses().counted()) {",
              "if (outcome.status() > 0) {"),
          core(
              "final responses do not count although countFinal is true",
              TRANSITIONS,
              "if (endpoint.settings().options().finalStatuses().counted()) {",
              "if (outcome.status() == 0) {"),
          core(
              "a 410 does not pause its endpoint",
              TRANSITIONS,
              "outcome.status() == FinalStatuses.GONE && afterResume",
              "outcome.status() == 0 && afterResume"),
          core(
              "a late 410 undoes a resume",
              TRANSITIONS,
              "outcome.status() == FinalStatuses.GONE && afterResume",
              "outcome.status() == FinalStatuses.GONE"),
          core(
              "the cause of a pause is lost over a restart",
              "shard/layout/EndpointRecord.java",
              "pausedBy = cause == 0 ? null : PauseCause.of(cause);",
              "pausedBy = cause == 0 ? null : PauseCause.USER;"),
          core(
              "rejected messages are not among the reported drops",
              "shard/layout/DropCounter.java",
              "return exhausted + expired + rejected;",
              "return exhausted + expired;"),
          core(
              "an endpoint without a token does not wait",
              "shard/delivery/AccessTokens.java",
              "Math.max(due, endpoint.stored().noTokenUntil())",
              "due"),
          core(
              "every message records that there is no token",
              "shard/state/EndpointToken.java",
              "      failure = null;\n      return reason;",
              "      return reason;"),
          core(
              "an ended token is used",
              "shard/state/EndpointToken.java",
              "return token != null && now < usableUntil;",
              "return token != null;"),
          core("a 401 keeps the token", OUTCOMES, "UNAUTHORIZED = 401", "UNAUTHORIZED = 499"),
          core(
              "a late 401 discards the next token",
              "shard/state/EndpointToken.java",
              "refused != null && refused.equals(token)",
              "refused != null"),
          core(
              "the wait for a token is lost over a restart",
              "shard/layout/EndpointRecord.java",
              "noTokenUntil = in.varint();",
              "in.varint();"));

  private OptionMutants() {}
}
