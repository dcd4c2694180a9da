package io.posthorn.server.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A non-default value for each key, with the settings that it requires. */
final class SettingsSamples {
  static final String ADMIN_KEY = "an-admin-key-of-the-operator";
  static final String SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  static final String ENCRYPTION_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("engine", "kafka"),
          Map.entry("data.dir", "/var/lib/posthorn"),
          Map.entry("data.min-free", "2GiB"),
          Map.entry("data.backups", "/var/backups/posthorn"),
          Map.entry("http.host", "::1"),
          Map.entry("http.port", "9090"),
          Map.entry("http.tls.certificate", "/etc/tls.pem"),
          Map.entry("http.tls.key", "/etc/tls.key"),
          Map.entry("http.behind-proxy", "true"),
          Map.entry("ops.port", "9091"),
          Map.entry("api.admin-key", ADMIN_KEY),
          Map.entry("retry.unit", "50ms"),
          Map.entry("retry.limit", "5"),
          Map.entry("retry.jitter", "0.25"),
          Map.entry("delivery.timeout", "10s"),
          Map.entry("delivery.max-in-flight", "500"),
          Map.entry("delivery.max-in-flight-per-endpoint", "8"),
          Map.entry("delivery.max-in-flight-per-host", "64"),
          Map.entry("delivery.max-bytes-in-flight", "64MiB"),
          Map.entry("delivery.trusted-ca", "/etc/ca.pem"),
          Map.entry("delivery.client-certificate", "/etc/client.pem"),
          Map.entry("delivery.client-key", "/etc/client.key"),
          Map.entry("delivery.authorization", "raw"),
          Map.entry("delivery.proxy", "http://proxy.example.com:3128"),
          Map.entry("delivery.proxy-credentials", "user:password"),
          Map.entry("delivery.bind-address", "127.0.0.1"),
          Map.entry("circuit.window", "24h"),
          Map.entry("ordering.max-wait", "1d"),
          Map.entry("circuit.disable.min-attempts", "10"),
          Map.entry("circuit.disable.failure-rate", "0.5"),
          Map.entry("circuit.disable.consecutive", "20"),
          Map.entry("circuit.probe-interval", "1m"),
          Map.entry("circuit.freeze.consecutive", "30"),
          Map.entry("circuit.freeze.since-success", "2d"),
          Map.entry("circuit.freeze.consecutive-any-time", "40"),
          Map.entry("security.https-only", "false"),
          Map.entry("security.allowed-targets", "10.0.0.0/8, acme=fd00::/8"),
          Map.entry("security.encryption-key", ENCRYPTION_KEY),
          Map.entry("security.encryption-key-file", "/etc/posthorn.key"),
          Map.entry("limits.events-per-second", "1000"),
          Map.entry("limits.waiting-messages", "1000000"),
          Map.entry("retention.records", "7d"),
          Map.entry("retention.delivered-payloads", "1d"),
          Map.entry("retention.unmatched", "1h"),
          Map.entry("retention.max-bytes", "200GiB"),
          Map.entry("operational-events.url", "https://ops.example.com/events"),
          Map.entry("operational-events.secret", SIGNING_SECRET),
          Map.entry("operational-events.format", "slack"),
          Map.entry("cloudevents.source", "https://posthorn.example.com/"),
          Map.entry("console.public-url", "https://posthorn.example.com/"),
          Map.entry("otlp.endpoint", "http://127.0.0.1:4318"),
          Map.entry("otlp.sample-ratio", "0.1"),
          Map.entry("log.format", "json"),
          Map.entry("kafka.bootstrap-servers", "kafka-1:9092, kafka-2:9092"),
          Map.entry("kafka.partitions", "24"),
          Map.entry("kafka.replication-factor", "2"),
          Map.entry("kafka.topic-prefix", "hooks"),
          Map.entry("kafka.standby-replicas", "2"),
          Map.entry("kafka.rack", "zone-a"),
          Map.entry("kafka.warmup-replicas", "3"),
          Map.entry("kafka.recovery-lag", "500"),
          Map.entry("kafka.threads", "4"),
          Map.entry("kafka.store-memory", "64MiB"),
          Map.entry("kafka.max-backlog", "5000"),
          Map.entry("kafka.max-backlog-bytes", "16MiB"),
          Map.entry("kafka.max-clock-offset", "2s"),
          Map.entry("kafka.advertised-address", "node-1:8080"));

  /** The settings that Kafka requires. */
  private static final List<String> KAFKA_NEEDS =
      List.of("engine", "kafka.bootstrap-servers", "api.admin-key", "security.encryption-key");

  private static final Map<String, String> NEEDS =
      Map.of(
          "http.tls.certificate", "http.tls.key",
          "http.tls.key", "http.tls.certificate",
          "delivery.client-certificate", "delivery.client-key",
          "delivery.client-key", "delivery.client-certificate",
          "delivery.proxy-credentials", "delivery.proxy",
          "operational-events.secret", "operational-events.url",
          "operational-events.url", "operational-events.secret");

  private SettingsSamples() {}

  static String of(Setting<?> setting) {
    return KafkaClientSettings.ALL.contains(setting)
        ? "a-value"
        : Objects.requireNonNull(VALUES.get(setting.key()), setting.key());
  }

  /** Each key with the settings that it requires. */
  static Map<String, String> withNeeds(Setting<?> setting) {
    Map<String, String> given = new LinkedHashMap<>();
    given.put(setting.key(), of(setting));
    String need = NEEDS.get(setting.key());
    if (need != null) {
      given.put(need, Objects.requireNonNull(VALUES.get(need)));
    }
    if (KafkaClientSettings.ALL.contains(setting)
        || setting.group().equals("kafka")
        || setting.key().equals("engine")) {
      KAFKA_NEEDS.forEach(key -> given.put(key, Objects.requireNonNull(VALUES.get(key))));
    }
    return given;
  }
}
