package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.engine.EffectListener;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
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

  private final EnumTable<AttemptKind, EnumTable<Ending, LongAdder>> attempts;
  private final EnumTable<Ending, Timer> durations;
  private final LongAdder delivered = new LongAdder();
  private final EnumTable<EndReason, LongAdder> ended;

  DeliveryMeter(MeterRegistry registry) {
    attempts =
        new EnumTable<>(
            AttemptKind.class,
            kind -> new EnumTable<>(Ending.class, ending -> attempts(registry, kind, ending)));
    durations = new EnumTable<>(Ending.class, ending -> duration(registry, ending));
    ended = new EnumTable<>(EndReason.class, reason -> ended(registry, reason));
    FunctionCounter.builder("posthorn.messages.delivered", delivered, LongAdder::sum)
        .description("Messages that a receiver took.")
        .register(registry);
  }

  private static Timer duration(MeterRegistry registry, Ending ending) {
    return Timer.builder("http.client.request.duration")
        .description("From the start of an attempt to the head of its response, or its error.")
        .tags("http.request.method", "POST", "outcome", ending.label())
        .serviceLevelObjectives(BOUNDARIES)
        .register(registry);
  }

  private static LongAdder attempts(MeterRegistry registry, AttemptKind kind, Ending ending) {
    LongAdder count = new LongAdder();
    FunctionCounter.builder("posthorn.attempts", count, LongAdder::sum)
        .description("Attempts whose outcome is recorded.")
        .tags("kind", kind.label(), "outcome", ending.label())
        .register(registry);
    return count;
  }

  private static LongAdder ended(MeterRegistry registry, EndReason reason) {
    LongAdder count = new LongAdder();
    switch (reason) {
      case NONE -> {} // delivered messages have their own counter
      case RETRIES_EXHAUSTED, EXPIRED ->
          FunctionCounter.builder("posthorn.messages.dropped", count, LongAdder::sum)
              .description("Messages that were given up.")
              .tag("reason", reason.text())
              .register(registry);
      case SUBSCRIPTION_DELETED, BY_REQUEST, CUSTOMER_DELETED ->
          FunctionCounter.builder("posthorn.messages.cancelled", count, LongAdder::sum)
              .description("Messages that nobody wanted any more.")
              .tag("reason", reason.text())
              .register(registry);
    }
    return count;
  }

  @Override
  public void attemptRecorded(Effect.AttemptRecorded effect) {
    Attempt attempt = effect.attempt();
    Ending ending = Ending.of(attempt.outcome());
    attempts.get(AttemptKind.of(attempt)).get(ending).increment();
    durations.get(ending).record(attempt.outcome().durationMillis(), TimeUnit.MILLISECONDS);
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
}
