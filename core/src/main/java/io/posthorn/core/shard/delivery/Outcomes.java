package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptId;
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
 * The processing of outcomes: counts each for its endpoint and decides what happens next to its
 * message.
 */
public final class Outcomes {
  private static final int UNAUTHORIZED = 401;

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
    if (outcome.status() == UNAUTHORIZED) {
      endpoint.token().discard(flight.token());
    }
    boolean afterResume = endpoint.startedAfterResume(ticket);
    endpoint.requestEnded(flight);
    state.shares.requestEnded(endpoint, flight.weight(), outcome);
    state.lanes.dequeue(endpoint, flight.message());
    if (isFinal(endpoint, outcome)) {
      circuits.countFinal(endpoint, outcome, ticket.probe(), afterResume);
    } else {
      circuits.count(endpoint, outcome, ticket.probe());
    }
    state.stats.attempt(endpoint.customerId(), endpoint.id(), outcome);
    if (!outcome.success()) {
      endpoint.stored().setLastFailure(new AttemptId(ticket.message(), ticket.number()));
    }
    long retryAfter = retryAfter(endpoint, outcome, ticket);

    Message before = flight.message().attempted(ticket.startedAt());
    Message after = next(endpoint, before, outcome, ticket, retryAfter);
    Attempt attempt = attempt(ticket, outcome, after, nextAt(endpoint, after));
    state.emit(new Effect.AttemptRecorded(endpoint.customerId(), ticket.message(), attempt));
    if (after.status().ended()) {
      transitions.record(endpoint, after, attempt);
    } else {
      state.messages.add(endpoint.customerId(), ticket.message(), attempt);
      transitions.reschedule(before, after, endpoint);
    }
    state.touch(endpoint);
  }

  /** Lets the message of a request that was not sent wait again; nothing is counted. */
  public void returned(AttemptTicket ticket) {
    Endpoint endpoint = state.endpoints.get(ticket.endpoint());
    Flight flight = endpoint == null ? null : endpoint.flight(ticket.message());
    if (endpoint == null || flight == null || !flight.ticket().equals(ticket)) {
      return; // erased meanwhile
    }
    endpoint.requestReturned(flight);
    state.shares.requestEnded(endpoint, flight.weight());
    Message message = flight.message();
    state.lanes.dequeue(endpoint, message);
    transitions.keepWaiting(message, message, endpoint);
    transitions.settle(endpoint, message); // it may have been cancelled or moved meanwhile
  }

  /**
   * The time until which the receiver's {@code Retry-After} delays its message; 0 if there is none,
   * or for a probe.
   */
  private long retryAfter(Endpoint endpoint, Outcome outcome, AttemptTicket ticket) {
    String header = outcome.retryAfter();
    if (header == null || !outcome.honoursRetryAfter() || ticket.probe()) {
      return 0;
    }
    long time = RetryAfter.timeOf(header, state.now()).orElse(0);
    if (time > state.now()) {
      long longest = state.now() + state.rules.limits().retryAfterHold();
      endpoint.extendHold(Math.min(time, longest));
    }
    return time;
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
    if (isFinal(endpoint, outcome)) {
      return message.ended(MessageStatus.DROPPED, EndReason.REJECTED, state.now());
    }
    Message next =
        ticket.probe() ? afterProbe(endpoint, message) : retry(endpoint, message, retryAfter);
    boolean moved = !next.status().ended() && !listed.endpoint().equals(endpoint.id());
    return moved ? next.movedTo(listed.endpoint()) : next;
  }

  private static boolean isFinal(Endpoint endpoint, Outcome outcome) {
    return endpoint.settings().options().finalStatuses().contains(outcome.status());
  }

  /** A probe uses up no slot: its message keeps waiting, but behind all others. */
  private Message afterProbe(Endpoint endpoint, Message message) {
    return endpoint.circuit().state() == CircuitState.ENABLED
        ? message.returnToLane()
        : message.probeFailed(state.now());
  }

  /**
   * The first slot after now, or later if the receiver sent {@code Retry-After}. The schedule is
   * that of the endpoint that the request went to, even if the message moves now: another shard may
   * have the other one.
   */
  private Message retry(Endpoint endpoint, Message message, long retryAfter) {
    RetrySchedule schedule = state.schedule(endpoint);
    double share = message.jitterShare();
    boolean requestedEarly = requestedEarly(message);
    // An attempt that a user asked for uses up no slot that lies ahead.
    int slot =
        requestedEarly ? message.slot() : schedule.slotAfter(message.start(), state.now(), share);
    if (slot == RetrySchedule.NONE) {
      return message.ended(MessageStatus.DROPPED, EndReason.RETRIES_EXHAUSTED, state.now());
    }
    long time = requestedEarly ? message.due() : schedule.slotAt(message.start(), slot, share);
    long last = schedule.slotAt(message.start(), schedule.limit(), share);
    // A due time of an earlier, longer schedule stays.
    return message.retryAt(slot, Math.max(time, Math.min(retryAfter, last)));
  }

  private boolean requestedEarly(Message message) {
    return message.requestedAt() > 0 && message.due() > state.now();
  }

  /**
   * When a message is attempted next, as far as is known now: not before the endpoint's {@code
   * Retry-After}, or its wait for an access token, ends; 0 if it ended, or is held until its
   * endpoint is enabled.
   */
  private long nextAt(Endpoint endpoint, Message after) {
    if (after.status().ended()) {
      return 0;
    }
    Endpoint current = endpoint;
    if (!after.endpoint().equals(endpoint.id())) {
      current = state.endpoints.get(after.endpoint());
      if (current == null) {
        return after.due(); // another shard has it and knows more
      }
    }
    long hold = Math.max(current.stored().holdUntil(), current.stored().noTokenUntil());
    long due = Math.max(after.due(), hold);
    return state.held(current) ? 0 : Math.max(due, state.now()); // due at once, not in the past
  }

  private Attempt attempt(AttemptTicket ticket, Outcome outcome, Message after, long nextAt) {
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
        nextAt);
  }
}
