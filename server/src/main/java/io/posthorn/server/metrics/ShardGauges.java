package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.core.shard.protocol.ShardFigures.Depth;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Gauges of the shards: events, lanes and endpoints. */
record ShardGauges(MeterRegistry registry, LatestFigures figures, InstantSource clock) {

  void register() {
    counter("posthorn.events.accepted", "Events taken in.", ShardFigures::eventsAccepted);
    counter(
        "posthorn.events.duplicate",
        "Events whose id was known: answered like the first time.",
        ShardFigures::eventsKnown);
    counter(
        "posthorn.messages.accepted",
        "Messages made of accepted events.",
        ShardFigures::messagesAccepted);
    endpoints("enabled", ShardFigures::enabled);
    endpoints("disabled", ShardFigures::disabled);
    endpoints("frozen", ShardFigures::frozen);
    gauge("posthorn.endpoints.paused", "Endpoints that are paused.", ShardFigures::paused);
    lane("first", ShardFigures::first);
    lane("retry", ShardFigures::retry);
    lane("held", ShardFigures::held);
    Gauge.builder("posthorn.oldest.due.age", this::oldestDueAge)
        .description("How long the oldest message that is due has waited for its request.")
        .baseUnit("seconds")
        .register(registry);
    gauge("posthorn.in.flight.requests", "Requests in flight.", ShardFigures::inFlight);
    Gauge.builder("posthorn.in.flight", () -> figures.get().bytesInFlight())
        .description("Bodies in flight.")
        .baseUnit("bytes")
        .register(registry);
  }

  private void counter(String name, String what, ToDoubleFunction<ShardFigures> count) {
    FunctionCounter.builder(name, figures, latest -> count.applyAsDouble(latest.get()))
        .description(what)
        .register(registry);
  }

  private void gauge(String name, String what, ToDoubleFunction<ShardFigures> value) {
    Gauge.builder(name, () -> value.applyAsDouble(figures.get()))
        .description(what)
        .register(registry);
  }

  private void endpoints(String state, ToDoubleFunction<ShardFigures> count) {
    Gauge.builder("posthorn.endpoints", () -> count.applyAsDouble(figures.get()))
        .description("Endpoints by the state of their circuit.")
        .tag("state", state)
        .register(registry);
  }

  private void lane(String lane, Function<ShardFigures, Depth> depth) {
    Gauge.builder("posthorn.lanes", () -> depth.apply(figures.get()).lanes())
        .description("Lanes of endpoints that are not empty.")
        .tag("lane", lane)
        .register(registry);
    Gauge.builder("posthorn.waiting.messages", () -> depth.apply(figures.get()).messages())
        .description("Messages that wait, those in flight included.")
        .tag("lane", lane)
        .register(registry);
  }

  private double oldestDueAge() {
    long dueAt = figures.get().oldestDueAt();
    return dueAt == ShardFigures.NOTHING_DUE ? 0 : Math.max(0, clock.millis() - dueAt) / 1e3;
  }
}
