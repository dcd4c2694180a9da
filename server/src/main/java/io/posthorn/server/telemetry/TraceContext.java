package io.posthorn.server.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/** The translation between a {@code traceparent} and OpenTelemetry's context. */
final class TraceContext {
  private static final int TRACE = 3;
  private static final int SPAN = 36;
  private static final int FLAGS = 53;
  private static final int END = 55;

  private TraceContext() {}

  /**
   * Returns the context whose parent is the span of a {@code traceparent}.
   *
   * @param traceparent valid; null for a new trace
   */
  static Context parent(@Nullable String traceparent) {
    if (traceparent == null) {
      return Context.root();
    }
    SpanContext parent =
        SpanContext.createFromRemoteParent(
            traceparent.substring(TRACE, SPAN - 1),
            traceparent.substring(SPAN, FLAGS - 1),
            TraceFlags.fromHex(traceparent, FLAGS),
            TraceState.getDefault());
    return Context.root().with(Span.wrap(parent));
  }

  /** Returns whether the sender of a {@code traceparent} records its trace. */
  static boolean isSampled(String traceparent) {
    return traceparent.length() >= END && TraceFlags.fromHex(traceparent, FLAGS).isSampled();
  }

  static String traceparent(Span span) {
    SpanContext context = span.getSpanContext();
    return "00-"
        + context.getTraceId()
        + "-"
        + context.getSpanId()
        + "-"
        + context.getTraceFlags().asHex();
  }
}
