package io.posthorn.server.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.OtlpSettings;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The choice whether to send traces and metrics by OTLP: if {@code otlp.endpoint} or the variable
 * {@code OTEL_EXPORTER_OTLP_ENDPOINT} is set, unless {@code OTEL_SDK_DISABLED} is true.
 *
 * @param endpoint null if only the variable names it
 */
public record Telemetry(
    @Nullable String endpoint,
    double ratio,
    boolean enabled,
    String version,
    Map<String, String> environment) {
  public static Telemetry of(
      OtlpSettings settings, String version, Map<String, String> environment) {
    // An empty variable is one that is not set, as OpenTelemetry specifies.
    boolean named =
        settings.endpoint() != null
            || !environment.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "").isBlank();
    boolean disabled = "true".equalsIgnoreCase(environment.get("OTEL_SDK_DISABLED"));
    return new Telemetry(
        settings.endpoint(), settings.sampleRatio(), named && !disabled, version, environment);
  }

  /**
   * Begins to send traces, if they are enabled.
   *
   * @throws StartException if a variable {@code OTEL_*} has a bad value
   */
  public Tracing tracing() {
    if (!enabled) {
      return Tracing.NONE;
    }
    try {
      return new OtlpTracing(endpoint, ratio, version);
    } catch (RuntimeException e) {
      throw refused(e);
    }
  }

  /** Returns the registry that sends metrics; empty if they are not sent. */
  public Optional<MeterRegistry> metrics() {
    boolean sends = enabled && !"none".equals(environment.get("OTEL_METRICS_EXPORTER"));
    if (!sends) {
      return Optional.empty();
    }
    try {
      return Optional.of(new OtlpMetrics(endpoint, version, environment).registry());
    } catch (RuntimeException e) {
      throw refused(e);
    }
  }

  private static StartException refused(RuntimeException e) {
    return new StartException(
        "OpenTelemetry cannot start; check the variables OTEL_*: " + e.getMessage(), e);
  }
}
