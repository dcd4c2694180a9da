package io.posthorn.server.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.url.TargetUrl;
import java.util.function.Consumer;

/**
 * A sender with a span for each attempt of a sampled event. The receiver gets the {@code
 * traceparent} of that span. The span has the host of the URL but not its path, which is a secret
 * for many receivers.
 */
record TracedSender(Sender sender, Tracer tracer) implements Sender {
  @Override
  public void send(Effect.Send request, Consumer<Outcome> outcome) {
    String traceparent = request.event().traceparent();
    if (traceparent == null || !TraceContext.isSampled(traceparent)) {
      sender.send(request, outcome);
      return;
    }
    Span span = start(request, traceparent);
    if (!span.isRecording()) { // another sampler may decide otherwise
      sender.send(request, outcome);
      return;
    }
    sender.send(
        within(request, TraceContext.traceparent(span)),
        result -> {
          end(span, result);
          outcome.accept(result);
        });
  }

  /** Without a span: the request belongs to an endpoint and not to an event. */
  @Override
  public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
    sender.fetchToken(request, result);
  }

  private Span start(Effect.Send request, String traceparent) {
    AttemptTicket ticket = request.ticket();
    Event event = request.event();
    TargetUrl url = request.target().url();
    SpanBuilder attempt =
        tracer
            .spanBuilder("POST")
            .setSpanKind(SpanKind.CLIENT)
            .setParent(TraceContext.parent(traceparent))
            .setAttribute(SpanAttributes.REQUEST_METHOD, "POST")
            .setAttribute(SpanAttributes.SERVER_ADDRESS, url.host())
            .setAttribute(SpanAttributes.SERVER_PORT, (long) url.port())
            .setAttribute(
                SpanAttributes.URL_FULL,
                url.scheme() + "://" + url.host() + ":" + url.port() + "/REDACTED")
            .setAttribute(SpanAttributes.MESSAGING_SYSTEM, SpanAttributes.SYSTEM)
            .setAttribute(SpanAttributes.OPERATION_NAME, "deliver")
            .setAttribute(SpanAttributes.OPERATION_TYPE, "send")
            .setAttribute(SpanAttributes.DESTINATION, ticket.endpoint().toString())
            .setAttribute(SpanAttributes.MESSAGE_ID, ticket.message().toString())
            .setAttribute(SpanAttributes.CUSTOMER, event.customerId())
            .setAttribute(SpanAttributes.EVENT, event.id())
            .setAttribute(SpanAttributes.EVENT_TYPE, event.objCode() + "." + event.eventType())
            .setAttribute(SpanAttributes.SUBSCRIPTION, request.subscription().id().toString())
            .setAttribute(SpanAttributes.ATTEMPT, (long) ticket.number())
            .setAttribute(SpanAttributes.SLOT, (long) ticket.slot())
            .setAttribute(SpanAttributes.PROBE, ticket.probe());
    if (ticket.number() > 1) { // the conventions reserve it for requests that are sent again
      attempt.setAttribute(SpanAttributes.RESEND_COUNT, (long) ticket.number() - 1);
    }
    return attempt.startSpan();
  }

  private static Effect.Send within(Effect.Send request, String traceparent) {
    Event event = request.event();
    Event traced =
        new Event(
            event.customerId(),
            event.id(),
            event.objCode(),
            event.eventType(),
            event.objId(),
            event.eventTime(),
            event.userId(),
            event.newState(),
            event.oldState(),
            traceparent);
    return new Effect.Send(
        request.ticket(),
        traced,
        request.rendering(),
        request.subscription(),
        request.target(),
        request.sequence());
  }

  private static void end(Span span, Outcome outcome) {
    if (outcome.status() != 0) {
      span.setAttribute(SpanAttributes.STATUS_CODE, (long) outcome.status());
    }
    if (!outcome.success()) {
      span.setAttribute(
          SpanAttributes.ERROR_TYPE,
          outcome.error() == null ? String.valueOf(outcome.status()) : outcome.error().text());
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }
}
