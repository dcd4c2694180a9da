package io.posthorn.server.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings passed on to Kafka clients unchanged, under Kafka's own names. The list is explicit,
 * so that a misspelled name is an error.
 */
final class KafkaClientSettings {
  static final String PREFIX = "kafka.";

  private static final Pattern SECRET_NAME =
      Pattern.compile(".*(password|secret|jaas|keystore\\.key).*");

  private static final ValueType<String> SECRET_TEXT =
      ValueType.secret("text", text -> text.isBlank() ? null : text);

  private static final List<String> NAMES =
      List.of(
          "security.protocol",
          "sasl.mechanism",
          "sasl.jaas.config",
          "sasl.kerberos.service.name",
          "sasl.kerberos.kinit.cmd",
          "sasl.kerberos.ticket.renew.window.factor",
          "sasl.kerberos.ticket.renew.jitter",
          "sasl.kerberos.min.time.before.relogin",
          "sasl.login.connect.timeout.ms",
          "sasl.login.read.timeout.ms",
          "sasl.login.refresh.window.factor",
          "sasl.login.refresh.window.jitter",
          "sasl.login.refresh.min.period.seconds",
          "sasl.login.refresh.buffer.seconds",
          "sasl.login.retry.backoff.ms",
          "sasl.login.retry.backoff.max.ms",
          "sasl.oauthbearer.token.endpoint.url",
          "sasl.oauthbearer.jwks.endpoint.url",
          "sasl.oauthbearer.scope.claim.name",
          "sasl.oauthbearer.sub.claim.name",
          "ssl.protocol",
          "ssl.enabled.protocols",
          "ssl.cipher.suites",
          "ssl.endpoint.identification.algorithm",
          "ssl.keystore.type",
          "ssl.keystore.location",
          "ssl.keystore.password",
          "ssl.keystore.key",
          "ssl.keystore.certificate.chain",
          "ssl.key.password",
          "ssl.truststore.type",
          "ssl.truststore.location",
          "ssl.truststore.password",
          "ssl.truststore.certificates",
          "client.dns.lookup",
          "metadata.max.age.ms",
          "connections.max.idle.ms",
          "reconnect.backoff.ms",
          "reconnect.backoff.max.ms",
          "retry.backoff.ms",
          "retry.backoff.max.ms",
          "socket.connection.setup.timeout.ms",
          "socket.connection.setup.timeout.max.ms",
          "send.buffer.bytes",
          "receive.buffer.bytes");

  /** Kafka settings that the engine sets itself, with the setting to use instead, if any. */
  private static final Map<String, String> KEPT =
      Map.ofEntries(
          kept("acks"),
          kept("enable.idempotence"),
          kept("isolation.level"),
          kept("processing.guarantee"),
          kept("transactional.id"),
          kept("transaction.timeout.ms"),
          kept("enable.auto.commit"),
          kept("auto.offset.reset"),
          kept("commit.interval.ms"),
          kept("group.id"),
          kept("group.protocol"),
          kept("group.instance.id"),
          kept("client.id"),
          kept("retries"),
          kept("delivery.timeout.ms"),
          kept("request.timeout.ms"),
          kept("session.timeout.ms"),
          kept("heartbeat.interval.ms"),
          kept("max.poll.interval.ms"),
          kept("max.request.size"),
          kept("max.in.flight.requests.per.connection"),
          kept("partitioner.class"),
          kept("key.serializer"),
          kept("value.serializer"),
          kept("key.deserializer"),
          kept("value.deserializer"),
          kept("statestore.cache.max.bytes"),
          instead("bootstrap.servers", "kafka.bootstrap-servers"),
          instead("application.id", "kafka.topic-prefix"),
          instead("application.server", "kafka.advertised-address"),
          instead("num.standby.replicas", "kafka.standby-replicas"),
          instead("replication.factor", "kafka.replication-factor"),
          instead("state.dir", "data.dir"));

  private static final Map<String, Setting<String>> BY_KEY =
      NAMES.stream()
          .map(KafkaClientSettings::setting)
          .collect(Collectors.toMap(Setting::key, s -> s, (one, other) -> one, LinkedHashMap::new));

  static final List<Setting<String>> ALL = List.copyOf(BY_KEY.values());

  private KafkaClientSettings() {}

  /** Returns why a Kafka setting cannot be set; null for an unknown one. */
  static @Nullable String refusal(String key) {
    return key.startsWith(PREFIX) ? KEPT.get(key.substring(PREFIX.length())) : null;
  }

  /** Returns why the variable of a Kafka setting cannot be set. */
  static @Nullable String refusalOfVariable(String variable) {
    return KEPT.keySet().stream()
        .filter(name -> Setting.variable(PREFIX + name).equals(variable))
        .findFirst()
        .map(KEPT::get)
        .orElse(null);
  }

  private static Map.Entry<String, String> kept(String name) {
    return Map.entry(name, "the engine sets it itself; remove it");
  }

  private static Map.Entry<String, String> instead(String name, String ours) {
    return Map.entry(name, "use " + ours + " instead");
  }

  private static Setting<String> setting(String name) {
    return Setting.optional(
        PREFIX + name,
        SECRET_NAME.matcher(name).matches() ? SECRET_TEXT : ValueTypes.TEXT,
        "Kafka's own default",
        "Passed on to Kafka's clients as " + name + ".");
  }
}
