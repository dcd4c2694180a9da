package io.posthorn.server.settings;

import io.posthorn.core.url.TargetUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of OpenTelemetry.
 *
 * @param endpoint the base URL of an OTLP receiver; null for none
 * @param sampleRatio the share of calls without a trace of their own that begin one
 */
public record OtlpSettings(@Nullable String endpoint, double sampleRatio) {
  private static final Setting<TargetUrl> ENDPOINT =
      Setting.optional(
          "otlp.endpoint",
          ValueTypes.URL,
          "none: nothing is sent",
          "The base URL of an OTLP receiver (HTTP), such as http://127.0.0.1:4318, for traces and"
              + " metrics.");

  private static final Setting<Double> SAMPLE_RATIO =
      Setting.of(
          "otlp.sample-ratio",
          ValueTypes.SHARE,
          "0.01",
          "The share of event calls that begin a trace; calls with a traceparent follow it.");

  static final List<Setting<?>> ALL = List.of(ENDPOINT, SAMPLE_RATIO);

  static OtlpSettings of(Values values) {
    TargetUrl endpoint = values.find(ENDPOINT);
    return new OtlpSettings(endpoint == null ? null : endpoint.text(), values.get(SAMPLE_RATIO));
  }
}
