package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetryAfter;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.Flight;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;

/**
 * Records the outcome of a request: counts it for its endpoint and decides what happens next to its
 * message.
 */
public final class Outcomes {
  private final ShardState state;
  private final MessageTransitions transitions;
  private final CircuitTransitions circuits;

  public Outcomes(ShardState state, MessageTransitions transitions, CircuitTransitions circuits) {
    this.state = state;
    this.transitions = transitions;
    this.circuits = circuits;
  }

  public void record(AttemptTicket ticket, Outcome outcome) {
    Endpoint endpoint = state.endpoints.get(ticket.endpoint());
    Flight flight = endpoint == null ? null : endpoint.flight(ticket.message());
    if (endpoint == null || flight == null || !flight.ticket().equals(ticket)) {
      return; // erased meanwhile, or reported twice
    }
    requestEnded(endpoint, flight);
    state.lanes.dequeue(endpoint, flight.message());
    circuits.count(endpoint, outcome, ticket.probe());
    state.stats.attempt(endpoint.customerId(), endpoint.id(), outcome);
    long retryAfter = retryAfter(endpoint, outcome, ticket);

    Message before = flight.message().attempted();
    Message after = next(endpoint, before, outcome, ticket, retryAfter);
    Attempt attempt = attempt(ticket, outcome, after);
    state.emit(new Effect.AttemptRecorded(endpoint.customerId(), ticket.message(), attempt));
    if (after.status().ended()) {
      transitions.record(endpoint, after, attempt);
    } else {
      state.messages.add(endpoint.customerId(), ticket.message(), attempt);
      Endpoint current = state.endpoints.get(after.endpoint());
      transitions.goOn(before, after, current == null ? endpoint : current);
    }
    state.touch(endpoint);
  }

  private void requestEnded(Endpoint endpoint, Flight flight) {
    endpoint.requestEnded(flight);
    state.requestEnded(flight.weight());
  }

  /**
   * The moment until which the receiver's {@code Retry-After} delays its message; 0 if there is
   * none, or for a probe.
   */
  private long retryAfter(Endpoint endpoint, Outcome outcome, AttemptTicket ticket) {
    String header = outcome.retryAfter();
    if (header == null || !outcome.honoursRetryAfter() || ticket.probe()) {
      return 0;
    }
    long moment = RetryAfter.momentOf(header, state.now()).orElse(0);
    if (moment > state.now()) {
      long longest = state.now() + state.rules.limits().retryAfterHold();
      endpoint.extendHold(Math.min(moment, longest));
    }
    return moment;
  }

  private Message next(
      Endpoint endpoint, Message message, Outcome outcome, AttemptTicket ticket, long retryAfter) {
    if (outcome.success()) {
      return message.ended(MessageStatus.DELIVERED, EndReason.NONE, state.now());
    }
    SubscriptionRegistry.Listed listed = state.subscriptions.get(message.subscription());
    if (listed == null) {
      return message.ended(MessageStatus.CANCELLED, EndReason.SUBSCRIPTION_DELETED, state.now());
    }
    if (message.cancelling()) {
      return message.ended(MessageStatus.CANCELLED, EndReason.BY_REQUEST, state.now());
    }
    Message next = ticket.probe() ? afterProbe(endpoint, message) : retry(message, retryAfter);
    boolean moved = !next.status().ended() && !listed.endpoint().equals(endpoint.id());
    return moved ? next.movedTo(listed.endpoint()) : next;
  }

  /** A probe uses up no slot: its message keeps waiting, but behind all others. */
  private Message afterProbe(Endpoint endpoint, Message message) {
    return endpoint.circuit().state() == CircuitState.ENABLED
        ? message.backInLane()
        : message.behindOthers(state.now());
  }

  /** The first slot after now, or later if the receiver sent {@code Retry-After}. */
  private Message retry(Message message, long retryAfter) {
    RetrySchedule schedule = state.rules.retry();
    double share = message.jitterShare();
    int slot = schedule.slotAfter(message.start(), state.now(), share);
    if (slot == RetrySchedule.NONE) {
      return message.ended(MessageStatus.DROPPED, EndReason.RETRIES_EXHAUSTED, state.now());
    }
    long due = Math.max(schedule.slotAt(message.start(), slot, share), retryAfter);
    long last = schedule.slotAt(message.start(), schedule.limit(), share);
    return message.retryAt(slot, Math.min(due, last));
  }

  private Attempt attempt(AttemptTicket ticket, Outcome outcome, Message after) {
    return new Attempt(
        ticket.number(),
        ticket.slot(),
        ticket.probe(),
        ticket.endpoint(),
        ticket.startedAt(),
        state.now(),
        outcome,
        after.status(),
        after.reason(),
        after.status().ended() ? 0 : after.due());
  }
}
