package io.posthorn.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.OtlpSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TelemetryChoiceTest {
  private static final String VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";
  private static final String SETTING = "http://setting:4318";

  @Test
  void nothing_is_sent_unless_a_receiver_is_named() {
    assertThat(telemetry(null, Map.of())).isEqualTo(sent(null, null));
    assertThat(telemetry(null, Map.of(VARIABLE, ""))).isEqualTo(sent(null, null));
    assertThat(telemetry(SETTING, Map.of("OTEL_SDK_DISABLED", "true"))).isEqualTo(sent(null, null));
  }

  @Test
  void a_variable_takes_precedence_over_the_setting() {
    assertThat(telemetry(SETTING, Map.of()))
        .isEqualTo(sent("http://setting:4318/v1/traces", "http://setting:4318/v1/metrics"));
    assertThat(telemetry(SETTING, Map.of(VARIABLE, "https://variable/base/")))
        .isEqualTo(sent("https://variable/base/v1/traces", "https://variable/base/v1/metrics"));
  }

  @Test
  void the_variable_of_a_signal_takes_precedence_and_is_used_as_it_is() {
    assertThat(
            telemetry(
                SETTING, Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://traces:1/own/path")))
        .isEqualTo(sent("http://traces:1/own/path", "http://setting:4318/v1/metrics"));
    assertThat(telemetry(null, Map.of("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "http://m:1/m")))
        .isEqualTo(sent(null, "http://m:1/m"));
  }

  @Test
  void each_signal_can_be_turned_off() {
    assertThat(telemetry(SETTING, Map.of("OTEL_TRACES_EXPORTER", "none")))
        .isEqualTo(sent(null, "http://setting:4318/v1/metrics"));
    assertThat(telemetry(SETTING, Map.of("OTEL_METRICS_EXPORTER", "none")))
        .isEqualTo(sent("http://setting:4318/v1/traces", null));
  }

  @Test
  void metrics_are_sent_every_minute_or_in_an_interval_of_milliseconds() {
    assertThat(telemetry(SETTING, Map.of()).interval()).isNull();
    assertThat(telemetry(SETTING, Map.of(INTERVAL, "")).interval()).isNull();
    assertThat(telemetry(SETTING, Map.of(INTERVAL, "500")).interval())
        .isEqualTo(Duration.ofMillis(500));
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "0", "-1", "60s", "1.5", "99999999999999999999"})
  void a_bad_interval_is_refused_at_the_start(String value) {
    assertThatThrownBy(() -> telemetry(SETTING, Map.of(INTERVAL, value)))
        .isInstanceOf(StartException.class)
        .hasMessage(INTERVAL + " is not a number of milliseconds; write one such as 60000.");
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_EXPORTER_OTLP_ENDPOINT, collector:4318",
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, /v1/traces",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, not a url"
  })
  void a_bad_address_is_refused_at_the_start(String variable, String value) {
    assertThatThrownBy(() -> telemetry(SETTING, Map.of(variable, value)))
        .isInstanceOf(StartException.class)
        .hasMessage(variable + " is not a URL; write one such as http://127.0.0.1:4318.");
  }

  @Test
  void the_ratio_is_the_share_of_calls_that_begin_a_trace() {
    Telemetry telemetry = Telemetry.of(new OtlpSettings("http://127.0.0.1:9", 0.25), "1", Map.of());
    int calls = 2_000;
    try (Tracing tracing = telemetry.tracing()) {
      long sampled =
          IntStream.range(0, calls)
              .mapToObj(call -> tracing.intake(null, false).traceparent())
              .filter(Objects::nonNull)
              .count();

      // The standard deviation is 20, so eight of them separate this from a flaky test.
      assertThat(sampled).isBetween(500L - 160, 500L + 160);
    }
  }

  private static Telemetry telemetry(@Nullable String endpoint, Map<String, String> environment) {
    return Telemetry.of(new OtlpSettings(endpoint, 0.01), "1", environment);
  }

  private static Telemetry sent(@Nullable String traces, @Nullable String metrics) {
    return new Telemetry(traces, metrics, 0.01, null, "1");
  }
}
