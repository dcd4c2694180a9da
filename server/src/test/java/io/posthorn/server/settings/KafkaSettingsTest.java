package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings that {@code engine: kafka} requires, accepts and refuses. */
final class KafkaSettingsTest {
  private static final Map<String, String> ENOUGH =
      Map.of(
          "POSTHORN_ENGINE",
          "kafka",
          "POSTHORN_KAFKA_BOOTSTRAP_SERVERS",
          "kafka-1:9092,kafka-2:9092",
          "POSTHORN_API_ADMIN_KEY",
          SettingsSamples.ADMIN_KEY,
          "POSTHORN_SECURITY_ENCRYPTION_KEY",
          SettingsSamples.ENCRYPTION_KEY);

  @Test
  void with_brokers_and_keys_the_rest_has_defaults() {
    Settings settings = loaded(Map.of()).settings();

    assertThat(settings.engine()).isEqualTo(Settings.EngineKind.KAFKA);
    assertThat(settings.kafka())
        .isEqualTo(
            new KafkaSettings(
                List.of("kafka-1:9092", "kafka-2:9092"),
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
  void records_are_kept_for_72_h_unless_set() {
    assertThat(loaded(Map.of()).settings().retention().records()).isEqualTo(Duration.ofHours(72));
    assertThat(loaded(Map.of()).toText()).containsPattern("retention.records +72h +default");
    assertThat(loaded(Map.of()).toYaml()).contains("\n#retention.records: 72h\n");
    assertThat(loaded(Map.of("RETENTION_RECORDS", "7d")).settings().retention().records())
        .isEqualTo(Duration.ofDays(7));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POSTHORN_KAFKA_BOOTSTRAP_SERVERS | engine (POSTHORN_ENGINE): kafka needs kafka.bootstrap-servers, such as kafka-1:9092.
          POSTHORN_API_ADMIN_KEY | engine (POSTHORN_ENGINE): kafka needs api.admin-key, since no single node can create it; "openssl rand -hex 24" prints one.
          POSTHORN_SECURITY_ENCRYPTION_KEY | engine (POSTHORN_ENGINE): kafka needs security.encryption-key or security.encryption-key-file, the same on every node; "openssl rand -base64 32" prints one.
          """)
  void missing_required_settings_are_named(String variable, String line) {
    Map<String, String> environment = new TreeMap<>(ENOUGH);
    environment.remove(variable);

    assertThatThrownBy(() -> Configuration.load(null, environment)).hasMessage(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DATA_BACKUPS | b | data.backups (POSTHORN_DATA_BACKUPS): it only applies to engine: embedded, since the brokers keep the data; remove it.
          DATA_MIN_FREE | 1GiB | data.min-free (POSTHORN_DATA_MIN_FREE): it only applies to engine: embedded, since events are kept by the brokers; remove it.
          RETENTION_MAX_BYTES | 1GiB | retention.max-bytes (POSTHORN_RETENTION_MAX_BYTES): it only applies to engine: embedded, since retention.records bounds what is kept; remove it.
          """)
  void settings_that_do_not_apply_are_refused(String variable, String value, String line) {
    assertThatThrownBy(() -> loaded(Map.of(variable, value))).hasMessage(line);
  }

  @Test
  void a_node_on_all_addresses_needs_an_advertised_address() {
    Map<String, String> everywhere = Map.of("HTTP_HOST", "0.0.0.0", "HTTP_BEHIND_PROXY", "true");
    Map<String, String> named = new TreeMap<>(everywhere);
    named.put("KAFKA_ADVERTISED_ADDRESS", "node-1:8080");

    assertThatThrownBy(() -> loaded(everywhere)).hasMessageContaining("kafka.advertised-address");
    assertThat(loaded(named).settings().kafka().advertisedAddress()).isEqualTo("node-1:8080");
  }

  @Test
  void kafka_client_settings_are_passed_on_and_secrets_masked() {
    Configuration loaded =
        loaded(
            Map.of(
                "KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                "KAFKA_SASL_MECHANISM", "PLAIN",
                "KAFKA_SASL_JAAS_CONFIG", "module required password=\"open sesame\";",
                "KAFKA_SSL_KEYSTORE_PASSWORD", "hush",
                "KAFKA_SSL_TRUSTSTORE_LOCATION", "/etc/trust.jks"));

    assertThat(loaded.settings().kafka().client())
        .containsOnly(
            Map.entry("security.protocol", "SASL_SSL"),
            Map.entry("sasl.mechanism", "PLAIN"),
            Map.entry("sasl.jaas.config", "module required password=\"open sesame\";"),
            Map.entry("ssl.keystore.password", "hush"),
            Map.entry("ssl.truststore.location", "/etc/trust.jks"));
    assertThat(loaded.toText())
        .containsPattern("kafka.sasl.jaas.config +\\*\\*\\*\\* +POSTHORN_KAFKA_SASL_JAAS_CONFIG")
        .containsPattern("kafka.security.protocol +SASL_SSL ");
    assertThat(loaded.toText() + loaded.toYaml() + loaded.settings())
        .doesNotContain("sesame", "hush");
  }

  @Test
  void every_passed_on_setting_is_known_to_all_kafka_clients() {
    for (Setting<String> setting : KafkaClientSettings.ALL) {
      String name = setting.key().substring(KafkaClientSettings.PREFIX.length());
      assertThat(AdminClientConfig.configNames()).contains(name);
      assertThat(ProducerConfig.configNames()).contains(name);
      assertThat(ConsumerConfig.configNames()).contains(name);
    }
  }

  private static Configuration loaded(Map<String, String> more) {
    Map<String, String> environment = new TreeMap<>(ENOUGH);
    more.forEach((name, value) -> environment.put("POSTHORN_" + name, value));
    return Configuration.load(null, environment);
  }
}
