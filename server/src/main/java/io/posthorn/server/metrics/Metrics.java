package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.Engine;
import io.posthorn.engine.EngineFigure;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.CallCounts;
import io.posthorn.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** All that a server counts of itself, and the route that shows it. */
public final class Metrics implements AutoCloseable {
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final DeliveryMeter deliveries = new DeliveryMeter(registry);
  private final RouteMeter calls = new RouteMeter(registry);
  private final IntakeMeter intake = new IntakeMeter(registry);

  /** Kept here, because Micrometer holds what it counts by a weak reference only. */
  private final List<EngineFigure> figures = new ArrayList<>();

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
    connections("idle", sender::idleConnections);
    connections("busy", sender::underWay);
  }

  private void connections(String state, Supplier<Number> value) {
    Gauge.builder("posthorn.sender.connections", value)
        .description("Connections to receivers; busy ones include those being made.")
        .tag("state", state)
        .register(registry);
  }

  /** Shows the engine too, from now on: its health, its own figures and those of its shards. */
  public void watch(Engine engine, InstantSource clock) {
    up("intake", () -> engine.health().takesEvents());
    up("delivery", () -> engine.health().delivers());
    figures.addAll(engine.figures());
    figures.forEach(this::register);
    new ShardGauges(registry, new LatestFigures(engine::shardFigures, System::nanoTime), clock)
        .register();
  }

  private void up(String service, BooleanSupplier does) {
    Gauge.builder("posthorn.up", () -> does.getAsBoolean() ? 1 : 0)
        .description("1 while events are taken, or messages sent; else 0.")
        .tag("service", service)
        .register(registry);
  }

  private void register(EngineFigure figure) {
    Tags tags =
        Tags.of(
            figure.labels().entrySet().stream()
                .map(label -> Tag.of(label.getKey(), label.getValue()))
                .toList());
    String unit = figure.unit().isEmpty() ? null : figure.unit();
    switch (figure.kind()) {
      case GAUGE ->
          Gauge.builder(figure.name(), figure.value()::getAsDouble)
              .description(figure.description())
              .tags(tags)
              .baseUnit(unit)
              .register(registry);
      case COUNTER ->
          FunctionCounter.builder(figure.name(), figure, f -> f.value().getAsDouble())
              .description(figure.description())
              .tags(tags)
              .baseUnit(unit)
              .register(registry);
    }
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
