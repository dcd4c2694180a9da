package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.engine.error.Refusal;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** Metrics of refused event calls: valid calls whose events were not accepted. */
public final class IntakeMeter {
  private final MeterRegistry registry;
  private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);
  private final LongAdder overWaitingLimit;

  public IntakeMeter(MeterRegistry registry) {
    this.registry = registry;
    for (Refusal reason :
        List.of(Refusal.INTAKE_FULL, Refusal.VOLUME_FULL, Refusal.STOPPED, Refusal.FAILED)) {
      refused.put(reason, count(reason.name().toLowerCase(Locale.ROOT)));
    }
    overWaitingLimit = count("waiting_limit");
  }

  private LongAdder count(String reason) {
    LongAdder count = new LongAdder();
    register(reason, count, LongAdder::sum);
    return count;
  }

  /** Counts a refusal by the engine for lack of space or because it is not running. */
  public void refused(Refusal reason) {
    LongAdder count = refused.get(reason);
    if (count != null) {
      count.increment();
    }
  }

  /** Counts a call over the customer's limit of waiting messages. */
  public void overWaitingLimit() {
    overWaitingLimit.increment();
  }

  /** Registers a counter for one more reason. */
  public <T> void register(String reason, T counted, ToDoubleFunction<T> count) {
    FunctionCounter.builder("posthorn.intake.refused", counted, count)
        .description("Event calls refused because the intake was full or a limit was exceeded.")
        .tag("reason", reason)
        .register(registry);
  }
}
