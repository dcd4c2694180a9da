package io.posthorn.sim.model;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.EndpointChange;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The part of the model that computes the expected results of outcomes, by the naive rules alone.
 */
final class OutcomeModel {
  private final ReferenceModel model;

  OutcomeModel(ReferenceModel model) {
    this.model = model;
  }

  /**
   * The expected result of an outcome.
   *
   * @param recorded the attempt as the shard recorded it, used only where the rules leave a choice
   */
  ExpectedOutcome expect(
      Command.RecordOutcome command, ExpectedMessage known, Attempt recorded, long now) {
    AttemptTicket ticket = command.ticket();
    Outcome outcome = command.outcome();
    ExpectedEndpoint before = model.endpoint(ticket.endpoint());
    int most = before.most(model.rules().limits());
    boolean isFinal = before.rejects(outcome);
    ExpectedEndpoint after =
        isFinal && !before.settings().options().finalStatuses().counted()
            ? before.afterUncounted(outcome, ticket, most)
            : before.after(outcome, ticket, now, most);
    EndpointChange change = change(before, after);
    boolean gone =
        isFinal
            && outcome.status() == 410
            && !after.paused()
            && !model.inFlight().overtaken(ticket);
    if (gone) {
      after = after.pausedByApi();
    }
    OptionalLong until = NaiveSchedule.retryAfter(outcome, now);
    if (until.isPresent() && !ticket.probe()) {
      after = after.heldByRetryAfter(until.getAsLong(), now, model.rules().limits());
    }
    Message next = next(command, known.message(), after, recorded, now);
    return new ExpectedOutcome(ticket, outcome, now, known, next, before, after, change, gone);
  }

  private Message next(
      Command.RecordOutcome command,
      Message message,
      ExpectedEndpoint endpoint,
      Attempt recorded,
      long now) {
    Message attempted = model.order().attempted(message, command.ticket().startedAt());
    // A message ends at the endpoint of its last request, even if its subscription has moved.
    Message here = attempted.movedTo(endpoint.id());
    if (command.outcome().success()) {
      return here.ended(MessageStatus.DELIVERED, EndReason.NONE, now);
    }
    ExpectedMessage.Cancellation cancellation = model.cancellations().get(message.id());
    if (cancellation != null
        && (cancellation.atOnce() || recorded.next() == MessageStatus.CANCELLED)) {
      return here.ended(MessageStatus.CANCELLED, recorded.reason(), now);
    }
    if (endpoint.rejects(command.outcome())) {
      return here.ended(MessageStatus.DROPPED, EndReason.REJECTED, now);
    }
    if (command.ticket().probe()) {
      boolean shut =
          endpoint.circuit().state() != CircuitState.ENABLED
              && endpoint.id().equals(message.endpoint());
      return shut ? attempted.probeFailed(now) : attempted.returnToLane();
    }
    NaiveSchedule schedule = model.schedule(endpoint.id());
    List<NaiveSchedule.Slot> left =
        message.requestedAt() > 0 && message.due() > now
            ? List.of(schedule.keptAfterRetry(message, command.outcome(), now))
            : schedule.afterFailure(attempted, command.outcome(), now);
    return left.isEmpty()
        ? here.ended(MessageStatus.DROPPED, EndReason.RETRIES_EXHAUSTED, now)
        : attempted.retryAt(left.getFirst().number(), left.getFirst().at());
  }

  private static @Nullable EndpointChange change(ExpectedEndpoint before, ExpectedEndpoint after) {
    if (before.circuit().state() == after.circuit().state()) {
      return null;
    }
    return switch (after.circuit().state()) {
      case ENABLED -> EndpointChange.RECOVERED;
      case DISABLED -> EndpointChange.DISABLED;
      case FROZEN -> EndpointChange.FROZEN;
    };
  }
}
