package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.sender.AuthorizationStyle;
import io.posthorn.sender.http1.OutboundRoute;
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
    assertThat(settings.engine()).isEqualTo(Settings.EngineKind.EMBEDDED);
    assertThat(settings.data())
        .isEqualTo(new DataSettings(Path.of("./data"), 1_073_741_824L, Path.of("./data/backups")));
    assertThat(settings.http()).isEqualTo(new HttpSettings("127.0.0.1", 8080, null, false));
    assertThat(settings.ops()).isEqualTo(new Settings.Ops(null));
    assertThat(settings.api()).isEqualTo(new Settings.Api(null));
    assertThat(settings.retry())
        .isEqualTo(new RetrySettings(Duration.ofMillis(84_800), 11, 0, Duration.ofDays(7)));
    assertThat(settings.limits()).isEqualTo(new LimitSettings(null, null));
    assertThat(settings.operationalEvents())
        .isEqualTo(new OperationalEventSettings(null, null, PayloadFormat.WORKFRONT));
    assertThat(settings.console()).isEqualTo(new Settings.Console(null));
    assertThat(settings.log()).isEqualTo(new Settings.Log(Settings.LogFormat.TEXT));
    assertThat(settings.kafka())
        .isEqualTo(
            new KafkaSettings(
                List.of(),
                12,
                0,
                "posthorn",
                1,
                new KafkaShardSettings(null, 2, 10_000, null, null),
                100_000,
                256L << 20,
                Duration.ofSeconds(5),
                null,
                Map.of()));
  }

  @Test
  void the_defaults_of_delivery_are_those_of_the_contract() {
    assertThat(settings.delivery())
        .isEqualTo(
            new DeliverySettings(
                Duration.ofSeconds(5),
                10_000,
                32,
                1_024,
                null,
                null,
                null,
                AuthorizationStyle.BEARER,
                OutboundRoute.DIRECT));
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
                new RetentionSettings.DiskBudget.ShareOfVolume(80)));
  }

  @Test
  void the_rules_of_the_defaults_are_the_default_rules() {
    long bytes = Rules.DEFAULT.limits().maxBytesInFlight();

    assertThat(settings.rules(bytes)).isEqualTo(Rules.DEFAULT);
  }

  @Test
  void these_are_all_keys_and_their_defaults_as_they_are_listed() {
    assertThat(Configuration.load(null, Map.of()).listing())
        .allSatisfy(setting -> assertThat(setting.source()).isEqualTo("default"))
        .extracting(setting -> setting.key() + ": " + setting.value())
        .containsExactly(
            "engine: embedded",
            "data.dir: ./data",
            "data.min-free: 1GiB",
            "data.backups: backups in data.dir",
            "http.host: 127.0.0.1",
            "http.port: 8080",
            "http.tls.certificate: none",
            "http.tls.key: none",
            "http.behind-proxy: false",
            "ops.port: none: on http.port",
            "api.admin-key: created at first start",
            "retry.unit: 84800ms",
            "retry.limit: 11",
            "retry.jitter: 0",
            "ordering.max-wait: 7d",
            "delivery.timeout: 5s",
            "delivery.max-in-flight: 10000",
            "delivery.max-in-flight-per-endpoint: 32",
            "delivery.max-in-flight-per-host: 1024",
            "delivery.max-bytes-in-flight: 256MiB, or a quarter of the heap",
            "delivery.trusted-ca: none",
            "delivery.client-certificate: none",
            "delivery.client-key: none",
            "delivery.authorization: bearer",
            "delivery.proxy: none",
            "delivery.proxy-credentials: none",
            "delivery.bind-address: none: chosen by the system",
            "circuit.window: 48h",
            "circuit.disable.min-attempts: 100",
            "circuit.disable.failure-rate: 0.70",
            "circuit.disable.consecutive: 2000",
            "circuit.probe-interval: 10m",
            "circuit.freeze.consecutive: 2000",
            "circuit.freeze.since-success: 72h",
            "circuit.freeze.consecutive-any-time: 50000",
            "security.https-only: true",
            "security.allowed-targets: none",
            "security.encryption-key: in a file created at first start",
            "security.encryption-key-file: in data.dir, created at first start",
            "limits.events-per-second: none",
            "limits.waiting-messages: none",
            "retention.records: 30d",
            "retention.delivered-payloads: 3d",
            "retention.unmatched: 24h",
            "retention.max-bytes: 80%",
            "operational-events.url: none",
            "operational-events.secret: none",
            "operational-events.format: workfront",
            "cloudevents.source: /posthorn/",
            "console.public-url: none",
            "log.format: text",
            "otlp.endpoint: none: nothing is sent",
            "otlp.sample-ratio: 0.01",
            "kafka.bootstrap-servers: none",
            "kafka.partitions: 12",
            "kafka.replication-factor: 3, or all brokers",
            "kafka.topic-prefix: posthorn",
            "kafka.standby-replicas: 1",
            "kafka.rack: none",
            "kafka.warmup-replicas: 2",
            "kafka.recovery-lag: 10000",
            "kafka.threads: one for each processor, 8 at most",
            "kafka.store-memory: 256MiB, or an eighth of the memory",
            "kafka.max-backlog: 100000",
            "kafka.max-backlog-bytes: 256MiB",
            "kafka.max-clock-offset: 5s",
            "kafka.advertised-address: http.host with http.port");
  }

  @Test
  void records_are_kept_for_a_shorter_time_on_kafka() {
    Map<String, String> onKafka =
        Map.of(
            "POSTHORN_ENGINE",
            "kafka",
            "POSTHORN_KAFKA_BOOTSTRAP_SERVERS",
            "kafka-1:9092",
            "POSTHORN_API_ADMIN_KEY",
            SettingsSamples.ADMIN_KEY,
            "POSTHORN_SECURITY_ENCRYPTION_KEY",
            SettingsSamples.ENCRYPTION_KEY);

    assertThat(Configuration.load(null, onKafka).listing())
        .filteredOn(setting -> !setting.isSet())
        .filteredOn(setting -> !setting.value().equals(Catalog.get(setting.key()).whenUnset(false)))
        .extracting(setting -> setting.key() + ": " + setting.value())
        .containsExactly("retention.records: 72h");
  }

  @Test
  void every_description_is_one_sentence() {
    assertThat(Catalog.ALL)
        .allSatisfy(setting -> assertThat(setting.description()).matches("[A-Z][^\\n]*\\."));
  }
}
