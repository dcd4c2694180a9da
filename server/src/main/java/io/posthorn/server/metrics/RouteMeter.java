package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.server.http.CallCounts;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of calls by route, method and status class. A counter is registered with its first
 * response, because most combinations never occur.
 */
final class RouteMeter implements CallCounts {
  private static final int CLASSES = 6; // 1xx to 5xx, at their first digit

  private final MeterRegistry registry;
  private final ConcurrentHashMap<String, Count> byRoute = new ConcurrentHashMap<>();

  RouteMeter(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Count of(String method, String path) {
    return byRoute.computeIfAbsent(method + " " + path, route -> count(method, path));
  }

  private Count count(String method, String path) {
    AtomicReferenceArray<@Nullable LongAdder> byClass = new AtomicReferenceArray<>(CLASSES);
    return status -> {
      int digit = Math.clamp(status / 100, 1, CLASSES - 1);
      LongAdder count = byClass.get(digit);
      (count == null ? register(byClass, digit, method, path) : count).increment();
    };
  }

  private LongAdder register(
      AtomicReferenceArray<@Nullable LongAdder> byClass, int digit, String method, String path) {
    LongAdder made = new LongAdder();
    LongAdder others = byClass.compareAndExchange(digit, null, made);
    if (others != null) {
      return others;
    }
    FunctionCounter.builder("posthorn.http.requests", made, LongAdder::sum)
        .description("Completed API calls.")
        .tags("method", method, "route", path, "status", digit + "xx")
        .register(registry);
    return made;
  }
}
