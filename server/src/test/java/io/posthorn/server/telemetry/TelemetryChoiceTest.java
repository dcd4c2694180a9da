package io.posthorn.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.settings.OtlpSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TelemetryChoiceTest {
  private static final String VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT";

  @Test
  void nothing_is_sent_unless_a_receiver_is_named() {
    assertThat(telemetry(Map.of()).enabled()).isFalse();
    assertThat(telemetry(Map.of(VARIABLE, "http://127.0.0.1:4318")).enabled()).isTrue();
  }

  @Test
  void an_empty_variable_names_no_receiver() {
    assertThat(telemetry(Map.of(VARIABLE, "")).enabled()).isFalse();
  }

  private static Telemetry telemetry(Map<String, String> environment) {
    return Telemetry.of(new OtlpSettings(null, 0.01), "1", environment);
  }
}
