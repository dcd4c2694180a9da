package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.engine.Refusal;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** Counts calls whose events were not taken in, though nothing was wrong with them. */
public final class IntakeMeter {
  private final MeterRegistry registry;
  private final EnumTable<Refusal, LongAdder> refused;
  private final LongAdder overWaitingLimit;

  IntakeMeter(MeterRegistry registry) {
    this.registry = registry;
    refused =
        new EnumTable<>(Refusal.class, reason -> count(reason.name().toLowerCase(Locale.ROOT)));
    overWaitingLimit = count("waiting_limit");
  }

  private LongAdder count(String reason) {
    LongAdder count = new LongAdder();
    register(reason, count, LongAdder::sum);
    return count;
  }

  /** The engine refused a call. */
  public void refused(Refusal reason) {
    refused.get(reason).increment();
  }

  /** A call would have made more messages wait than its customer may have. */
  public void overWaitingLimit() {
    overWaitingLimit.increment();
  }

  /** Adds a reason that is counted elsewhere, by something that lives as long as the server. */
  public <T> void register(String reason, T counted, ToDoubleFunction<T> count) {
    FunctionCounter.builder("posthorn.intake.refused", counted, count)
        .description("Calls with events that were refused for lack of room or by a limit.")
        .tag("reason", reason)
        .register(registry);
  }
}
