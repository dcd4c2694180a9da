package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.ShardMetrics.Depth;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Gauges of the shards: events, lanes and endpoints. */
record ShardGauges(MeterRegistry registry, CachedShardMetrics metrics, InstantSource clock) {

  void register() {
    counter("posthorn.events.accepted", "Accepted events.", ShardMetrics::eventsAccepted);
    counter(
        "posthorn.events.duplicate",
        "Duplicate events, recognised by their id.",
        ShardMetrics::eventsKnown);
    counter(
        "posthorn.messages.accepted",
        "Messages created from accepted events.",
        ShardMetrics::messagesAccepted);
    endpoints("enabled", ShardMetrics::enabled);
    endpoints("disabled", ShardMetrics::disabled);
    endpoints("frozen", ShardMetrics::frozen);
    gauge("posthorn.endpoints.paused", "Paused endpoints.", ShardMetrics::paused);
    gauge(
        "posthorn.endpoints.certificate.expiring",
        "Endpoints whose client certificate expires within 14 days, or has expired.",
        ShardMetrics::certificatesExpiring);
    lane("first", ShardMetrics::first);
    lane("retry", ShardMetrics::retry);
    lane("order", ShardMetrics::order);
    lane("held", ShardMetrics::held);
    Gauge.builder("posthorn.oldest.due.age", this::oldestDueAge)
        .description("Age of the oldest due message, from its due time.")
        .baseUnit("seconds")
        .register(registry);
    gauge("posthorn.in.flight.requests", "Requests in flight.", ShardMetrics::inFlight);
    Gauge.builder("posthorn.in.flight", () -> metrics.get().bytesInFlight())
        .description("Bytes of request bodies in flight.")
        .baseUnit("bytes")
        .register(registry);
  }

  private void counter(String name, String what, ToDoubleFunction<ShardMetrics> count) {
    FunctionCounter.builder(name, metrics, latest -> count.applyAsDouble(latest.get()))
        .description(what)
        .register(registry);
  }

  private void gauge(String name, String what, ToDoubleFunction<ShardMetrics> value) {
    Gauge.builder(name, () -> value.applyAsDouble(metrics.get()))
        .description(what)
        .register(registry);
  }

  private void endpoints(String state, ToDoubleFunction<ShardMetrics> count) {
    Gauge.builder("posthorn.endpoints", () -> count.applyAsDouble(metrics.get()))
        .description("Endpoints by circuit state.")
        .tag("state", state)
        .register(registry);
  }

  private void lane(String lane, Function<ShardMetrics, Depth> depth) {
    Gauge.builder("posthorn.lanes", () -> depth.apply(metrics.get()).lanes())
        .description("Non-empty lanes of all endpoints.")
        .tag("lane", lane)
        .register(registry);
    Gauge.builder("posthorn.waiting.messages", () -> depth.apply(metrics.get()).messages())
        .description("Waiting messages, including those in flight.")
        .tag("lane", lane)
        .register(registry);
  }

  private double oldestDueAge() {
    long dueAt = metrics.get().oldestDueAt();
    return dueAt == ShardMetrics.NOTHING_DUE ? 0 : Math.max(0, clock.millis() - dueAt) / 1e3;
  }
}
