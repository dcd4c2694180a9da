package io.posthorn.server.settings;

import io.posthorn.core.message.MessageBody;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.url.TargetUrl;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of a server, fixed at start. */
public record Settings(
    EngineKind engine,
    DataSettings data,
    HttpSettings http,
    Ops ops,
    Api api,
    RetrySettings retry,
    DeliverySettings delivery,
    CircuitSettings circuit,
    SecuritySettings security,
    LimitSettings limits,
    RetentionSettings retention,
    OperationalEventSettings operationalEvents,
    CloudEvents cloudEvents,
    Console console,
    Log log,
    OtlpSettings otlp,
    KafkaSettings kafka) {
  static final Setting<EngineKind> ENGINE =
      Setting.of(
          "engine",
          ValueTypes.oneOf(EngineKind.class),
          "embedded",
          "The engine that stores messages: embedded for one machine, kafka for a cluster.");

  /** The engine that stores messages. */
  public enum EngineKind {
    /** One process with its own store. */
    EMBEDDED,
    /** Many nodes on Kafka. */
    KAFKA
  }

  /** Returns the defaults. */
  public static Settings defaults() {
    return of(new Values(Map.of()));
  }

  static Settings of(Values values) {
    EngineKind engine = values.get(ENGINE);
    EngineCompatibility.check(engine, values);
    return new Settings(
        engine,
        DataSettings.of(values),
        HttpSettings.of(values),
        Ops.of(values),
        Api.of(values),
        RetrySettings.of(values),
        DeliverySettings.of(values),
        CircuitSettings.of(values),
        SecuritySettings.of(values),
        LimitSettings.of(values),
        RetentionSettings.of(values),
        OperationalEventSettings.of(values),
        CloudEvents.of(values),
        Console.of(values),
        Log.of(values),
        OtlpSettings.of(values),
        KafkaSettings.of(values));
  }

  /**
   * The rules of a shard; the host adds the operator's subscription.
   *
   * @param bytesInFlight the limit unless {@code delivery.max-bytes-in-flight} sets it
   */
  public Rules rules(long bytesInFlight) {
    Long given = delivery.maxBytesInFlight();
    Rules rules = console.publicUrl() == null ? Rules.DEFAULT : linked(console.publicUrl());
    return rules
        .withRetry(retry.schedule())
        .withCircuit(circuit.rules())
        .withLimits(
            DeliveryLimits.DEFAULT
                .withInFlight(
                    delivery.maxInFlight(),
                    delivery.maxInFlightPerEndpoint(),
                    given == null ? bytesInFlight : given)
                .withInFlightPerHost(
                    delivery.maxInFlightPerHost(), DeliveryLimits.DEFAULT.startInFlightPerHost())
                .withWaitingMessages(limits.mostWaiting())
                .withOrderedWait(retry.orderedWait().toMillis()))
        .withRetention(retention.rules())
        .withCloudEventsSource(cloudEvents.source());
  }

  private static Rules linked(TargetUrl console) {
    return Rules.DEFAULT.withConsoleUrl(console.text().replaceFirst("/$", ""));
  }

  /**
   * Returns a copy for development, which allows plain http and loopback targets.
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
        operationalEvents,
        cloudEvents,
        console,
        log,
        otlp,
        kafka);
  }

  /**
   * Health and metrics.
   *
   * @param port a separate port; null for the main port
   */
  public record Ops(@Nullable Integer port) {
    private static final Setting<Integer> PORT =
        Setting.optional(
            "ops.port",
            ValueTypes.PORT,
            "none: on http.port",
            "A separate port for health and metrics.");

    static final List<Setting<?>> ALL = List.of(PORT);

    static Ops of(Values values) {
      Integer port = values.find(PORT);
      // Port 0 given twice yields two different ports.
      if (port != null && port != 0 && port.equals(values.get(HttpSettings.PORT))) {
        throw values.refused(
            PORT, port + " is http.port already; use another, or remove it to share that one");
      }
      return new Ops(port);
    }
  }

  /**
   * The settings of the API.
   *
   * @param adminKey null to create one at the first start
   */
  public record Api(@Nullable Secret adminKey) {
    static final Setting<Secret> ADMIN_KEY =
        Setting.optional(
            "api.admin-key",
            Secret.ADMIN_KEY,
            "created at first start",
            "An admin key for all customers, for unattended installations.");

    static final List<Setting<?>> ALL = List.of(ADMIN_KEY);

    static Api of(Values values) {
      return new Api(values.find(ADMIN_KEY));
    }
  }

  /**
   * The format cloudevents.
   *
   * @param source the start of the attribute {@code source}; the customer follows
   */
  public record CloudEvents(String source) {
    private static final Setting<String> SOURCE =
        Setting.of(
            "cloudevents.source",
            ValueTypes.URI_REFERENCE,
            MessageBody.DEFAULT_SOURCE,
            "The start of the attribute source in format cloudevents; the customer follows.");

    static final List<Setting<?>> ALL = List.of(SOURCE);

    static CloudEvents of(Values values) {
      return new CloudEvents(values.get(SOURCE));
    }
  }

  /**
   * The console.
   *
   * @param publicUrl its address as users reach it; null if unknown
   */
  public record Console(@Nullable TargetUrl publicUrl) {
    private static final Setting<TargetUrl> PUBLIC_URL =
        Setting.optional(
            "console.public-url",
            ValueTypes.URL,
            "none",
            "The address of the console as users reach it, for links in operational events.");

    static final List<Setting<?>> ALL = List.of(PUBLIC_URL);

    static Console of(Values values) {
      return new Console(values.find(PUBLIC_URL));
    }
  }

  /** The format of log lines. */
  public enum LogFormat {
    TEXT,
    /** One JSON object per line. */
    JSON
  }

  /** The log on standard output. */
  public record Log(LogFormat format) {
    private static final Setting<LogFormat> FORMAT =
        Setting.of(
            "log.format",
            ValueTypes.oneOf(LogFormat.class),
            "text",
            "The format of log lines: text to read, json for log collectors.");

    static final List<Setting<?>> ALL = List.of(FORMAT);

    static Log of(Values values) {
      return new Log(values.get(FORMAT));
    }
  }
}
