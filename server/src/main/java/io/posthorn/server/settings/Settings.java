package io.posthorn.server.settings;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import java.util.Map;

/** Everything that can be set, as it was when the server started. */
public record Settings(
    Engine engine,
    DataSettings data,
    HttpSettings http,
    OpsSettings ops,
    ApiSettings api,
    RetrySettings retry,
    DeliverySettings delivery,
    CircuitSettings circuit,
    SecuritySettings security,
    LimitSettings limits,
    RetentionSettings retention,
    NewsSettings news,
    LogSettings log,
    KafkaSettings kafka) {
  static final Setting<Engine> ENGINE =
      Setting.of(
          "engine",
          Kinds.oneOf(Engine.class),
          "embedded",
          "What keeps the messages: embedded for one machine, kafka for many.");

  /** With nothing set. */
  public static Settings defaults() {
    return of(new Values(Map.of()));
  }

  static Settings of(Values values) {
    Engine engine = values.get(ENGINE);
    Fitness.check(engine, values);
    return new Settings(
        engine,
        DataSettings.of(values),
        HttpSettings.of(values),
        OpsSettings.of(values),
        ApiSettings.of(values),
        RetrySettings.of(values),
        DeliverySettings.of(values),
        CircuitSettings.of(values),
        SecuritySettings.of(values),
        LimitSettings.of(values),
        RetentionSettings.of(values),
        NewsSettings.of(values),
        LogSettings.of(values),
        KafkaSettings.of(values));
  }

  /** The numbers that a shard goes by; where the operator's news goes is for the host to add. */
  public Rules rules() {
    return Rules.DEFAULT
        .withRetry(retry.schedule())
        .withCircuit(circuit.rules())
        .withLimits(
            DeliveryLimits.DEFAULT
                .withInFlight(
                    delivery.maxInFlight(),
                    delivery.maxInFlightPerEndpoint(),
                    delivery.maxBytesInFlight())
                .withWaitingMessages(limits.mostWaiting()))
        .withRetention(retention.rules());
  }

  /**
   * The same for trying things out: plain http and loopback targets are allowed.
   *
   * @throws SettingsException if other machines could reach the server
   */
  public Settings forDevelopment() {
    http.requireLoopback("as set");
    return new Settings(
        engine,
        data,
        http,
        ops,
        api,
        retry,
        delivery,
        circuit,
        security.forDevelopment(),
        limits,
        retention,
        news,
        log,
        kafka);
  }
}
