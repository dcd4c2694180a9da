package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.engine.EngineHealth;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.embedded.rocks.StoreFigures;
import io.posthorn.sender.HttpSender;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Shows what the engine, its store and the sender know of themselves. */
record EngineGauges(MeterRegistry registry) {

  void register(EmbeddedEngine engine) {
    gauge(
        "posthorn.inbox.parcels",
        "Calls, commands and outcomes that wait for their turn.",
        () -> engine.figures().inbox().parcels());
    gauge(
        "posthorn.inbox.events",
        "Events that wait for their answer.",
        () -> engine.figures().inbox().events());
    bytes("posthorn.inbox", "What those events weigh.", () -> engine.figures().inbox().bytes());
    bytes(
        "posthorn.volume.free",
        "Free on the volume of the store.",
        () -> engine.figures().freeBytes());
    bytes(
        "posthorn.volume.free.min",
        "The setting data.min-free: with less than that free, no events are taken.",
        () -> engine.figures().minFreeBytes());
    up("intake", () -> engine.health().state() == EngineHealth.State.RUNNING);
    up("delivery", () -> delivers(engine.health().state()));
  }

  void register(RocksShardStore store) {
    counter(store, "posthorn.store.commits", null, "Commits.", StoreFigures::commits);
    counter(
        store,
        "posthorn.store.syncs",
        null,
        "Commits that waited for the disk, an fsync each.",
        StoreFigures::syncs);
    counter(
        store, "posthorn.store.commit.size", "bytes", "Written by commits.", StoreFigures::bytes);
    counter(
        store,
        "posthorn.store.commit.time",
        "seconds",
        "Spent in commits.",
        figures -> figures.nanos() / 1e9);
    bytes("posthorn.store.size", "What the store takes on disk.", store::sizeOnDisk);
    memory("cache", () -> store.memory().cache());
    memory("write_buffers", () -> store.memory().writeBuffers());
  }

  void register(HttpSender sender) {
    connections("idle", sender::idleConnections);
    connections("busy", sender::underWay);
  }

  private static boolean delivers(EngineHealth.State state) {
    return switch (state) {
      case RUNNING, VOLUME_FULL -> true;
      case STOPPING, STOPPED, FAILED -> false;
    };
  }

  private void up(String service, BooleanSupplier does) {
    Gauge.builder("posthorn.up", () -> does.getAsBoolean() ? 1 : 0)
        .description("1 while events are taken, or messages sent; else 0.")
        .tag("service", service)
        .register(registry);
  }

  private void gauge(String name, String what, Supplier<Number> value) {
    Gauge.builder(name, value).description(what).register(registry);
  }

  private void bytes(String name, String what, Supplier<Number> value) {
    Gauge.builder(name, value).description(what).baseUnit("bytes").register(registry);
  }

  private void memory(String part, Supplier<Number> value) {
    Gauge.builder("posthorn.store.memory", value)
        .description("Memory of RocksDB, outside the heap; the cache holds the write buffers too.")
        .tag("part", part)
        .baseUnit("bytes")
        .register(registry);
  }

  private void connections(String state, Supplier<Number> value) {
    Gauge.builder("posthorn.sender.connections", value)
        .description("Connections to receivers; busy ones include those being made.")
        .tag("state", state)
        .register(registry);
  }

  private void counter(
      RocksShardStore store,
      String name,
      @Nullable String unit,
      String what,
      ToDoubleFunction<StoreFigures> count) {
    FunctionCounter.builder(name, store, s -> count.applyAsDouble(s.figures()))
        .description(what)
        .baseUnit(unit)
        .register(registry);
  }
}
