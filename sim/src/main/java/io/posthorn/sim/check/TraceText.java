package io.posthorn.sim.check;

import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;

/** The text and the hash input of a trace's lines: ids and numbers, no payloads. */
final class TraceText {
  private TraceText() {}

  static String of(Object what) {
    return switch (what) {
      case Command.RecordOutcome c -> "-> outcome " + ticket(c.ticket()) + " " + of(c.outcome());
      case Command.AcceptEvents c -> "-> accept #" + c.request() + " " + events(c);
      case Command.CreateSubscription c ->
          "-> create #" + c.request() + " " + subscription(c.subscription());
      case Command.ChangeSubscription c ->
          "-> change #" + c.request() + " " + subscription(c.subscription());
      case Command.Audited c -> of(c.command()) + " (audited)";
      case Command c -> "-> " + c;
      case Effect.Send e -> "<- send " + ticket(e.ticket()) + " to " + e.target().url();
      case Effect.SendReply e -> "<- reply #" + e.request() + " " + of(e.reply());
      case Effect.AttemptRecorded e ->
          "<- recorded %s attempt %d: %s %s, next at %d"
              .formatted(
                  e.message(),
                  e.attempt().number(),
                  e.attempt().next(),
                  e.attempt().reason(),
                  e.attempt().nextAt());
      case Effect e -> "<- " + e;
      default -> what.toString();
    };
  }

  private static String of(Reply reply) {
    return reply instanceof Reply.Accepted accepted
        ? "accepted "
            + accepted.events().stream()
                .map(r -> r.eventId() + (r.duplicate() ? " again" : ""))
                .toList()
        : reply.toString();
  }

  private static String of(Outcome outcome) {
    return outcome.error() == null
        ? "%d in %d ms%s"
            .formatted(
                outcome.status(),
                outcome.durationMillis(),
                outcome.retryAfter() == null ? "" : ", retry after " + outcome.retryAfter())
        : "%s in %d ms".formatted(outcome.error(), outcome.durationMillis());
  }

  private static String subscription(io.posthorn.core.subscription.Subscription s) {
    return "%s %s.%s to %s (%s)"
        .formatted(s.id(), s.objCode(), s.eventType(), s.url(), s.customerId());
  }

  private static String ticket(AttemptTicket t) {
    return "%s #%d slot %d %s%s at %s started %d"
        .formatted(
            t.message(),
            t.number(),
            t.slot(),
            t.lane(),
            t.probe() ? " PROBE" : "",
            t.endpoint(),
            t.startedAt());
  }

  private static String events(Command.AcceptEvents c) {
    StringBuilder text = new StringBuilder();
    for (MatchedEvent arrival : c.events()) {
      text.append(arrival.event().id())
          .append('=')
          .append(arrival.key())
          .append(" for ")
          .append(arrival.matched().size())
          .append(' ');
    }
    return text.toString();
  }

  /** Mixes a line into the hash: numbers for frequent lines, which are the hot path, else text. */
  static void mix(Object what, Trace trace) {
    switch (what) {
      case Effect.Send e -> mix(e.ticket(), trace);
      case Command.RecordOutcome c -> {
        mix(c.ticket(), trace);
        trace.mix(c.outcome().status());
        trace.mix(c.outcome().durationMillis());
      }
      case Effect.AttemptRecorded e -> {
        trace.mix(e.message().event().low());
        trace.mix(e.message().ordinal());
        trace.mix(e.attempt().number());
        trace.mix(e.attempt().next().number());
        trace.mix(e.attempt().nextAt());
      }
      default -> trace.mix(of(what));
    }
  }

  private static void mix(AttemptTicket ticket, Trace trace) {
    trace.mix(ticket.endpoint().low());
    trace.mix(ticket.message().event().high());
    trace.mix(ticket.message().event().low());
    trace.mix(ticket.message().ordinal());
    trace.mix(ticket.number() * 64L + ticket.slot());
    trace.mix(ticket.lane().number() + (ticket.probe() ? 8 : 0));
    trace.mix(ticket.startedAt());
  }
}
