package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pins every default: a change here is a change of the contract. */
final class SettingsDefaultsTest {
  private final Settings settings = Settings.defaults();

  @Test
  void the_defaults_are_those_of_the_contract() {
    assertThat(settings.engine()).isEqualTo(Engine.EMBEDDED);
    assertThat(settings.data())
        .isEqualTo(new DataSettings(Path.of("./data"), 1_073_741_824L, Path.of("./data/backups")));
    assertThat(settings.http()).isEqualTo(new HttpSettings("127.0.0.1", 8080, null, false));
    assertThat(settings.ops()).isEqualTo(new OpsSettings(null));
    assertThat(settings.api()).isEqualTo(new ApiSettings(null));
    assertThat(settings.retry()).isEqualTo(new RetrySettings(Duration.ofMillis(84_800), 11, 0));
    assertThat(settings.limits()).isEqualTo(new LimitSettings(null, null));
    assertThat(settings.news()).isEqualTo(new NewsSettings(null, null));
    assertThat(settings.log()).isEqualTo(new LogSettings(LogFormat.TEXT));
    assertThat(settings.kafka())
        .isEqualTo(new KafkaSettings(List.of(), 12, 0, "posthorn", 1, null, Map.of()));
  }

  @Test
  void the_defaults_of_delivery_are_those_of_the_contract() {
    assertThat(settings.delivery())
        .isEqualTo(
            new DeliverySettings(
                Duration.ofSeconds(5), 10_000, 32, 268_435_456L, null, null, Authorization.BEARER));
  }

  @Test
  void the_defaults_of_the_circuit_are_those_of_the_contract() {
    assertThat(settings.circuit())
        .isEqualTo(
            new CircuitSettings(
                Duration.ofHours(48),
                100,
                0.70,
                2_000,
                Duration.ofMinutes(10),
                2_000,
                Duration.ofHours(72),
                50_000));
  }

  @Test
  void the_defaults_of_security_and_retention_are_those_of_the_contract() {
    assertThat(settings.security()).isEqualTo(new SecuritySettings(true, List.of(), null, null));
    assertThat(settings.retention())
        .isEqualTo(
            new RetentionSettings(
                Duration.ofDays(30),
                Duration.ofDays(3),
                Duration.ofHours(24),
                new DiskBudget.ShareOfVolume(80)));
  }

  @Test
  void the_rules_of_the_defaults_are_the_default_rules() {
    assertThat(settings.rules()).isEqualTo(Rules.DEFAULT);
  }

  @Test
  void these_are_all_the_keys_there_are() {
    assertThat(Catalog.ALL.stream().map(Setting::key))
        .containsExactly(
            "engine",
            "data.dir",
            "data.min-free",
            "data.backups",
            "http.host",
            "http.port",
            "http.tls.certificate",
            "http.tls.key",
            "http.behind-proxy",
            "ops.port",
            "api.admin-key",
            "retry.unit",
            "retry.limit",
            "retry.jitter",
            "delivery.timeout",
            "delivery.max-in-flight",
            "delivery.max-in-flight-per-endpoint",
            "delivery.max-bytes-in-flight",
            "delivery.trusted-ca",
            "delivery.client-certificate",
            "delivery.client-key",
            "delivery.authorization",
            "circuit.window",
            "circuit.disable.min-attempts",
            "circuit.disable.failure-rate",
            "circuit.disable.consecutive",
            "circuit.probe-interval",
            "circuit.freeze.consecutive",
            "circuit.freeze.since-success",
            "circuit.freeze.consecutive-any-time",
            "security.https-only",
            "security.allowed-targets",
            "security.encryption-key",
            "security.encryption-key-file",
            "limits.events-per-second",
            "limits.waiting-messages",
            "retention.records",
            "retention.delivered-payloads",
            "retention.unmatched",
            "retention.max-bytes",
            "news.url",
            "news.secret",
            "log.format",
            "kafka.bootstrap-servers",
            "kafka.partitions",
            "kafka.replication-factor",
            "kafka.topic-prefix",
            "kafka.standby-replicas",
            "kafka.advertised-address");
  }

  @Test
  void every_description_is_one_sentence() {
    assertThat(Catalog.ALL)
        .allSatisfy(setting -> assertThat(setting.description()).matches("[A-Z][^\\n]*\\."));
  }
}
