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
 * The metrics of {@code /metrics}, sent by OTLP.
 *
 * @param url where they are sent
 * @param interval the time between two exports; null for a minute
 */
record OtlpMetrics(String url, @Nullable Duration interval, String version) implements OtlpConfig {
  static final String SERVICE = "posthorn";

  private static final String SERVICE_NAME = "service.name";

  MeterRegistry registry() {
    return new OtlpMeterRegistry(this, Clock.SYSTEM);
  }

  @Override
  public @Nullable String get(String key) {
    return null;
  }

  @Override
  public Duration step() {
    return interval == null ? OtlpConfig.super.step() : interval;
  }

  @Override
  public Map<String, String> resourceAttributes() {
    Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
    attributes.putIfAbsent(SERVICE_NAME, SERVICE);
    attributes.put("service.version", version);
    return attributes;
  }
}
