package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.embedded.Refusal;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** Counts calls whose events were not taken in, though nothing was wrong with them. */
public final class IntakeMeter {
  private final MeterRegistry registry;
  private final EnumTable<Refusal, LongAdder> refused;
  private final LongAdder overLimit = new LongAdder();

  IntakeMeter(MeterRegistry registry) {
    this.registry = registry;
    refused = new EnumTable<>(Refusal.class, this::count);
    register("waiting_limit", overLimit, LongAdder::sum);
  }

  private LongAdder count(Refusal reason) {
    LongAdder count = new LongAdder();
    register(reason.name().toLowerCase(Locale.ROOT), count, LongAdder::sum);
    return count;
  }

  /** The engine refused a call. */
  public void refused(Refusal reason) {
    refused.get(reason).increment();
  }

  /** A call was refused because too much waits for its customer. */
  public void overLimit() {
    overLimit.increment();
  }

  /** Adds a reason that is counted elsewhere, by something that lives as long as the server. */
  public <T> void register(String reason, T counted, ToDoubleFunction<T> count) {
    FunctionCounter.builder("posthorn.intake.refused", counted, count)
        .description("Calls with events that were refused for lack of room or by a limit.")
        .tag("reason", reason)
        .register(registry);
  }
}
