package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.embedded.EffectListener;
import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.SizeKeeper;
import io.posthorn.embedded.TrimFigures;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.kafka.KafkaEngine;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.CallCounts;
import io.posthorn.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;

/** All that a server counts of itself, and the route that shows it. */
public final class Metrics implements AutoCloseable {
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final DeliveryMeter deliveries = new DeliveryMeter(registry);
  private final RouteMeter calls = new RouteMeter(registry);
  private final IntakeMeter intake = new IntakeMeter(registry);

  /** Metrics of a server of this version, of its process first of all. */
  public Metrics(String version) {
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    Gauge.builder("posthorn.build.info", () -> 1)
        .description("Always 1; the labels say what runs.")
        .tags("version", version, "java", Runtime.version().toString())
        .register(registry);
  }

  /** Shows the sender too, from now on. */
  public void watch(HttpSender sender) {
    new EngineGauges(registry).register(sender);
  }

  /** Shows these too, from now on. */
  public void watch(EmbeddedEngine engine, RocksShardStore store, InstantSource clock) {
    new ShardGauges(registry, new LatestFigures(engine::shardFigures, System::nanoTime), clock)
        .register();
    EngineGauges gauges = new EngineGauges(registry);
    gauges.register(engine);
    gauges.register(store);
  }

  /** Shows a node of many, from now on. */
  public void watch(KafkaEngine engine, InstantSource clock) {
    new ShardGauges(
            registry, new LatestFigures(() -> sum(engine.shardFigures()), System::nanoTime), clock)
        .register();
    new NodeGauges(registry, engine).register();
  }

  /** A shard that leaves while it is asked counts for nothing here. */
  private static CompletableFuture<ShardFigures> sum(List<CompletableFuture<ShardFigures>> all) {
    CompletableFuture<ShardFigures> sum = CompletableFuture.completedFuture(ShardFigures.NONE);
    for (CompletableFuture<ShardFigures> one : all) {
      sum = sum.thenCombine(one.exceptionally(gone -> ShardFigures.NONE), ShardFigures::plus);
    }
    return sum;
  }

  /** Shows what {@code retention.max-bytes} takes away before its time. */
  public void watch(SizeKeeper disk) {
    Gauge.builder("posthorn.store.size.limit", disk, SizeKeeper::limit)
        .description("The setting retention.max-bytes, in bytes.")
        .baseUnit("bytes")
        .register(registry);
    early(disk, "payload", TrimFigures::payloads);
    early(disk, "record", TrimFigures::records);
    FunctionCounter.builder(
            "posthorn.retention.early.bytes", disk, keeper -> keeper.figures().bytes())
        .description("What the payloads and records that went early weighed, uncompressed.")
        .register(registry);
  }

  private void early(SizeKeeper disk, String what, ToDoubleFunction<TrimFigures> count) {
    FunctionCounter.builder(
            "posthorn.retention.early", disk, keeper -> count.applyAsDouble(keeper.figures()))
        .description("Events whose payload or record went early, for lack of room.")
        .tag("what", what)
        .register(registry);
  }

  /** To be told of every attempt and every end. */
  public EffectListener deliveries() {
    return deliveries;
  }

  /** To be told of every call. */
  public CallCounts calls() {
    return calls;
  }

  /** To be told of every refusal. */
  public IntakeMeter intake() {
    return intake;
  }

  /** {@code /metrics}, for anybody who can reach it. */
  public Route route() {
    return Route.get("/metrics", Access.OPEN, call -> answer());
  }

  private Answer answer() {
    return Answer.text(200, CONTENT_TYPE, registry.scrape().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
