package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.engine.EffectListener;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Metrics of attempts and ended messages. The engine's thread calls it for each of them, so all
 * meters are registered in advance and counting allocates nothing.
 */
final class DeliveryMeter implements EffectListener {
  /**
   * The boundaries of OpenTelemetry for HTTP durations, plus the longest timeout of an endpoint.
   */
  private static final Duration[] BOUNDARIES =
      Stream.of(5, 10, 25, 50, 75, 100, 250, 500, 750, 1_000, 2_500, 5_000, 7_500, 10_000, 30_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final EnumTable<AttemptKind, EnumTable<OutcomeLabel, LongAdder>> attempts;
  private final EnumTable<OutcomeLabel, Timer> durations;
  private final LongAdder delivered = new LongAdder();
  private final EnumTable<EndReason, LongAdder> ended;

  DeliveryMeter(MeterRegistry registry) {
    attempts =
        new EnumTable<>(
            AttemptKind.class,
            kind ->
                new EnumTable<>(OutcomeLabel.class, outcome -> attempts(registry, kind, outcome)));
    durations = new EnumTable<>(OutcomeLabel.class, outcome -> duration(registry, outcome));
    ended = new EnumTable<>(EndReason.class, reason -> ended(registry, reason));
    FunctionCounter.builder("posthorn.messages.delivered", delivered, LongAdder::sum)
        .description("Delivered messages.")
        .register(registry);
  }

  private static Timer duration(MeterRegistry registry, OutcomeLabel outcome) {
    return Timer.builder("http.client.request.duration")
        .description("Attempt duration, from its start to the response head or the error.")
        .tags("http.request.method", "POST", "outcome", outcome.label())
        .serviceLevelObjectives(BOUNDARIES)
        .register(registry);
  }

  private static LongAdder attempts(
      MeterRegistry registry, AttemptKind kind, OutcomeLabel outcome) {
    LongAdder count = new LongAdder();
    FunctionCounter.builder("posthorn.attempts", count, LongAdder::sum)
        .description("Recorded attempts.")
        .tags("kind", kind.label(), "outcome", outcome.label())
        .register(registry);
    return count;
  }

  private static LongAdder ended(MeterRegistry registry, EndReason reason) {
    LongAdder count = new LongAdder();
    switch (reason) {
      case NONE -> {} // delivered messages have their own counter
      case RETRIES_EXHAUSTED, EXPIRED, REJECTED ->
          FunctionCounter.builder("posthorn.messages.dropped", count, LongAdder::sum)
              .description("Dropped messages.")
              .tag("reason", reason.text())
              .register(registry);
      case SUBSCRIPTION_DELETED, BY_REQUEST, CUSTOMER_DELETED ->
          FunctionCounter.builder("posthorn.messages.cancelled", count, LongAdder::sum)
              .description("Cancelled messages.")
              .tag("reason", reason.text())
              .register(registry);
    }
    return count;
  }

  @Override
  public void attemptRecorded(Effect.AttemptRecorded effect) {
    Attempt attempt = effect.attempt();
    OutcomeLabel outcome = OutcomeLabel.of(attempt.outcome());
    attempts.get(AttemptKind.of(attempt)).get(outcome).increment();
    durations.get(outcome).record(attempt.outcome().durationMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void messageEnded(Effect.MessageEnded effect) {
    switch (effect.status()) {
      case DELIVERED -> delivered.increment();
      case DROPPED, CANCELLED -> ended.get(effect.reason()).increment();
      case WAITING -> throw new IllegalArgumentException("a waiting message has not ended");
    }
  }

  @Override
  public void endpointChanged(Effect.EndpointChanged effect) {
    // ShardGauges counts endpoints by state.
  }

  /** A value for each constant of an enum. */
  private static final class EnumTable<K extends Enum<K>, V> {
    private final Map<K, V> values;

    EnumTable(Class<K> keys, Function<K, V> maker) {
      values = new EnumMap<>(keys);
      for (K key : keys.getEnumConstants()) {
        values.put(key, maker.apply(key));
      }
    }

    V get(K key) {
      return Objects.requireNonNull(values.get(key));
    }
  }

  /** The kind of an attempt, as a metric label. */
  private enum AttemptKind {
    FIRST("first"),
    RETRY("retry"),
    PROBE("probe");

    private final String label;

    AttemptKind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    static AttemptKind of(Attempt attempt) {
      if (attempt.probe()) {
        return PROBE;
      }
      return attempt.slot() == 0 ? FIRST : RETRY;
    }
  }

  /** The outcome of an attempt as a metric label: the class of the status, or the error. */
  private enum OutcomeLabel {
    SUCCESSFUL("2xx"),
    REDIRECTED("3xx"),
    CLIENT_ERROR("4xx"),
    SERVER_ERROR("5xx"),
    OTHER_STATUS("other"),
    TIMEOUT("timeout"),
    REFUSED("refused"),
    DNS("dns"),
    TLS("tls"),
    BLOCKED_ADDRESS("blocked_address"),
    CONNECTION("connection"),
    AUTH("auth");

    private final String label;

    OutcomeLabel(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    static OutcomeLabel of(Outcome outcome) {
      ErrorKind error = outcome.error();
      return error == null ? ofStatus(outcome.status()) : ofError(error);
    }

    private static OutcomeLabel ofStatus(int status) {
      return switch (status / 100) {
        case 2 -> SUCCESSFUL;
        case 3 -> REDIRECTED;
        case 4 -> CLIENT_ERROR;
        case 5 -> SERVER_ERROR;
        default -> OTHER_STATUS;
      };
    }

    private static OutcomeLabel ofError(ErrorKind error) {
      return switch (error) {
        case TIMEOUT -> TIMEOUT;
        case REFUSED -> REFUSED;
        case DNS -> DNS;
        case TLS -> TLS;
        case BLOCKED_ADDRESS -> BLOCKED_ADDRESS;
        case CONNECTION -> CONNECTION;
        case AUTH -> AUTH;
      };
    }
  }
}
