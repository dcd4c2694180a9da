package io.posthorn.server.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.OtlpSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The choice of what to send by OTLP, and where to. As for all settings, variables take precedence:
 * {@code OTEL_EXPORTER_OTLP_TRACES_ENDPOINT} and {@code OTEL_EXPORTER_OTLP_METRICS_ENDPOINT}, each
 * for its own signal, then {@code OTEL_EXPORTER_OTLP_ENDPOINT}, then {@code otlp.endpoint}.
 *
 * @param traces the URL for traces; null if they are not sent
 * @param metrics the URL for metrics; null if they are not sent
 * @param ratio the share of calls without a trace of their own that begin one
 * @param interval the time between two exports of metrics; null for the default
 */
public record Telemetry(
    @Nullable String traces,
    @Nullable String metrics,
    double ratio,
    @Nullable Duration interval,
    String version) {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";

  /**
   * Reads the settings and the variables {@code OTEL_*}. An empty variable is one that is not set,
   * as OpenTelemetry specifies.
   *
   * @throws StartException if a variable has a bad value
   */
  public static Telemetry of(
      OtlpSettings settings, String version, Map<String, String> environment) {
    if ("true".equalsIgnoreCase(environment.get("OTEL_SDK_DISABLED"))) {
      return new Telemetry(null, null, settings.sampleRatio(), null, version);
    }
    return new Telemetry(
        endpoint("TRACES", "/v1/traces", settings, environment),
        endpoint("METRICS", "/v1/metrics", settings, environment),
        settings.sampleRatio(),
        interval(environment),
        version);
  }

  /** Returns the URL for a signal; null if it is not sent. */
  private static @Nullable String endpoint(
      String signal, String path, OtlpSettings settings, Map<String, String> environment) {
    if ("none".equals(environment.get("OTEL_" + signal + "_EXPORTER"))) {
      return null;
    }
    String variable = "OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT";
    String own = given(variable, environment);
    if (own != null) {
      return url(variable, own);
    }
    String general = given(ENDPOINT, environment);
    String base = general == null ? settings.endpoint() : url(ENDPOINT, general);
    return base == null ? null : base.replaceFirst("/$", "") + path;
  }

  private static @Nullable String given(String variable, Map<String, String> environment) {
    String value = environment.getOrDefault(variable, "").strip();
    return value.isEmpty() ? null : value;
  }

  private static String url(String variable, String value) {
    try {
      URI url = URI.create(value);
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (http && url.getHost() != null) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      // reported below, without the value: it may contain a password
    }
    throw new StartException(
        variable + " is not a URL; write one such as http://127.0.0.1:4318.", null);
  }

  private static @Nullable Duration interval(Map<String, String> environment) {
    String value = given(INTERVAL, environment);
    if (value == null) {
      return null;
    }
    if (!value.matches("[1-9][0-9]{0,9}")) {
      throw new StartException(
          INTERVAL + " is not a number of milliseconds; write one such as 60000.", null);
    }
    return Duration.ofMillis(Long.parseLong(value));
  }

  /**
   * Begins to send traces, if they are sent.
   *
   * @throws StartException if a variable {@code OTEL_*} has a bad value
   */
  public Tracing tracing() {
    if (traces == null) {
      return Tracing.NONE;
    }
    try {
      return new OtlpTracing(traces, ratio, version);
    } catch (RuntimeException e) {
      throw refused(e);
    }
  }

  /**
   * Returns the registry that sends metrics; empty if they are not sent.
   *
   * @throws StartException if a variable {@code OTEL_*} has a bad value
   */
  public Optional<MeterRegistry> registry() {
    if (metrics == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new OtlpMetrics(metrics, interval, version).registry());
    } catch (RuntimeException e) {
      throw refused(e);
    }
  }

  private static StartException refused(RuntimeException e) {
    String reason = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    return new StartException(
        "OpenTelemetry cannot start; check the variables OTEL_*: " + reason, e);
  }
}
