package io.posthorn.server.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.posthorn.core.shard.protocol.Sender;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The traces that are sent by OTLP, over HTTP with the JDK's client. The standard variables {@code
 * OTEL_*} apply, for example for headers, certificates, resource attributes and another sampler.
 * Spans are sent by a thread of their own, from a bounded queue; if it is full, spans are lost and
 * nothing waits.
 */
final class OtlpTracing implements Tracing {
  private static final String EVENTS = "/api/v1/events";
  private static final long CLOSE_SECONDS = 3;

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;

  /** The variables {@code OTEL_*} take precedence over {@code ratio}. */
  OtlpTracing(String url, double ratio, String version) {
    sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .addPropertiesSupplier(() -> defaults(ratio))
            .addPropertiesCustomizer(properties -> given(url))
            .addResourceCustomizer(
                (resource, properties) ->
                    resource.toBuilder().put("service.version", version).build())
            .build()
            .getOpenTelemetrySdk();
    tracer = sdk.getTracer("io.posthorn", version);
  }

  /** Metrics have their own exporter, and logs are written to standard output. */
  private static Map<String, String> defaults(double ratio) {
    Map<String, String> properties = new HashMap<>();
    properties.put("otel.service.name", OtlpMetrics.SERVICE);
    properties.put("otel.traces.sampler", "parentbased_traceidratio");
    properties.put("otel.traces.sampler.arg", String.valueOf(ratio));
    properties.put("otel.metrics.exporter", "none");
    properties.put("otel.logs.exporter", "none");
    return properties;
  }

  /** Only HTTP is built in. */
  private static Map<String, String> given(String url) {
    return Map.of(
        "otel.exporter.otlp.traces.protocol",
        "http/protobuf",
        "otel.exporter.otlp.traces.endpoint",
        url);
  }

  @Override
  public IntakeTrace intake(@Nullable String traceparent, boolean secure) {
    Span call =
        tracer
            .spanBuilder("POST " + EVENTS)
            .setSpanKind(SpanKind.SERVER)
            .setParent(TraceContext.parent(traceparent))
            .setAttribute(SpanAttributes.REQUEST_METHOD, "POST")
            .setAttribute(SpanAttributes.ROUTE, EVENTS)
            .setAttribute(SpanAttributes.URL_PATH, EVENTS)
            .setAttribute(SpanAttributes.URL_SCHEME, secure ? "https" : "http")
            .setAttribute(SpanAttributes.MESSAGING_SYSTEM, SpanAttributes.SYSTEM)
            .setAttribute(SpanAttributes.OPERATION_NAME, "accept")
            .setAttribute(SpanAttributes.OPERATION_TYPE, "receive")
            .startSpan();
    return call.isRecording()
        ? new SpanIntakeTrace(tracer, call)
        : IntakeTrace.passing(traceparent);
  }

  @Override
  public Sender traced(Sender sender) {
    return new TracedSender(sender, tracer);
  }

  @Override
  public void close() {
    sdk.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
