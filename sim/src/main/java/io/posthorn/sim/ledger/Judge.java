package io.posthorn.sim.ledger;

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

/** Says what must come of an outcome, by the naive rules alone. */
final class Judge {
  private final Ledger ledger;

  Judge(Ledger ledger) {
    this.ledger = ledger;
  }

  /**
   * Judges an outcome.
   *
   * @param recorded what the shard made of it, asked only where the contract leaves a choice
   */
  Judgement judge(Command.RecordOutcome command, KnownMessage known, Attempt recorded, long now) {
    AttemptTicket ticket = command.ticket();
    Outcome outcome = command.outcome();
    EndpointFacts before = ledger.endpoint(ticket.endpoint());
    int most = before.most(ledger.rules().limits());
    EndpointFacts after = before.after(outcome, ticket, now, most);
    OptionalLong wish = NaiveSchedule.patience(outcome, now);
    if (wish.isPresent() && !ticket.probe()) {
      after = after.patient(wish.getAsLong(), now, ledger.rules().limits());
    }
    Message next = next(command, known.message(), after, recorded, now);
    return new Judgement(ticket, outcome, now, known, next, before, after, change(before, after));
  }

  private Message next(
      Command.RecordOutcome command,
      Message message,
      EndpointFacts endpoint,
      Attempt recorded,
      long now) {
    Message attempted = message.attempted();
    // Where it ends is where its last request went, whatever its subscription says meanwhile.
    Message here = attempted.movedTo(endpoint.id());
    if (command.outcome().success()) {
      return here.ended(MessageStatus.DELIVERED, EndReason.NONE, now);
    }
    Doom doom = ledger.doomed().get(message.id());
    if (doom != null && (doom.atOnce() || recorded.next() == MessageStatus.CANCELLED)) {
      return here.ended(MessageStatus.CANCELLED, recorded.reason(), now);
    }
    if (command.ticket().probe()) {
      boolean shut =
          endpoint.circuit().state() != CircuitState.ENABLED
              && endpoint.id().equals(message.endpoint());
      return shut ? attempted.behindOthers(now) : attempted.backInLane();
    }
    List<NaiveSchedule.Slot> left = ledger.schedule().afterFailure(message, command.outcome(), now);
    return left.isEmpty()
        ? here.ended(MessageStatus.DROPPED, EndReason.RETRIES_EXHAUSTED, now)
        : attempted.retryAt(left.getFirst().number(), left.getFirst().at());
  }

  private static @Nullable EndpointChange change(EndpointFacts before, EndpointFacts after) {
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
