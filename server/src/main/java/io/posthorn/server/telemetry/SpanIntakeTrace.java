package io.posthorn.server.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.posthorn.core.event.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The trace of a sampled call: its span, with a child for matching and one for the commit. */
final class SpanIntakeTrace implements IntakeTrace {
  private static final int FIRST_SERVER_ERROR = 500;

  private final Tracer tracer;
  private final Span call;
  private @Nullable Span step;

  SpanIntakeTrace(Tracer tracer, Span call) {
    this.tracer = tracer;
    this.call = call;
  }

  @Override
  public String traceparent() {
    return TraceContext.traceparent(call);
  }

  @Override
  public void parsed(List<Event> events) {
    Event first = events.getFirst();
    if (events.size() > 1) { // the conventions reserve it for batches
      call.setAttribute(SpanAttributes.BATCH_COUNT, (long) events.size());
    } else {
      call.setAttribute(SpanAttributes.CUSTOMER, first.customerId())
          .setAttribute(SpanAttributes.EVENT, first.id())
          .setAttribute(SpanAttributes.EVENT_TYPE, first.objCode() + "." + first.eventType());
    }
    begin("match");
  }

  @Override
  public void matched() {
    begin("commit");
  }

  @Override
  public void committed() {
    endStep();
  }

  @Override
  public void responded(int status) {
    call.setAttribute(SpanAttributes.STATUS_CODE, (long) status);
    if (status >= FIRST_SERVER_ERROR) {
      call.setAttribute(SpanAttributes.ERROR_TYPE, String.valueOf(status));
      call.setStatus(StatusCode.ERROR);
    }
  }

  @Override
  public void close() {
    endStep();
    call.end();
  }

  private void begin(String name) {
    endStep();
    step = tracer.spanBuilder(name).setParent(Context.root().with(call)).startSpan();
  }

  private void endStep() {
    if (step != null) {
      step.end();
      step = null;
    }
  }
}
