package io.posthorn.server.telemetry;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of {@code /metrics}, sent by OTLP every minute, or every {@code
 * OTEL_METRIC_EXPORT_INTERVAL} milliseconds.
 */
record OtlpMetrics(@Nullable String endpoint, String version, Map<String, String> environment)
    implements OtlpConfig {
  static final String SERVICE = "posthorn";

  private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";
  private static final String SERVICE_NAME = "service.name";

  MeterRegistry registry() {
    return new OtlpMeterRegistry(this, Clock.SYSTEM);
  }

  @Override
  public @Nullable String get(String key) {
    return null;
  }

  @Override
  public String url() {
    return endpoint == null
        ? OtlpConfig.super.url()
        : endpoint.replaceFirst("/$", "") + "/v1/metrics";
  }

  @Override
  public Duration step() {
    String interval = environment.get(INTERVAL);
    return interval == null ? OtlpConfig.super.step() : Duration.ofMillis(Long.parseLong(interval));
  }

  @Override
  public Map<String, String> resourceAttributes() {
    Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
    attributes.putIfAbsent(SERVICE_NAME, SERVICE);
    attributes.put("service.version", version);
    return attributes;
  }
}
