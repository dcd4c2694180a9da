package io.posthorn.server.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.Engine;
import io.posthorn.engine.EngineMetric;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.token.TokenFetchResult;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.CallCounts;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The metrics of a server, and the route that serves them. */
public final class Metrics implements AutoCloseable {
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry scraped =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final MeterRegistry registry;
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final DeliveryMeter deliveries;
  private final RouteMeter calls;
  private final IntakeMeter intake;

  /** Referenced here, because Micrometer holds measured objects by weak reference only. */
  private final List<EngineMetric> metrics = new ArrayList<>();

  /** Creates the metrics of a server, beginning with those of its process. */
  public Metrics(String version) {
    this(version, null);
  }

  /**
   * The same.
   *
   * @param sent a second registry, which sends all metrics elsewhere; null for none
   */
  public Metrics(String version, @Nullable MeterRegistry sent) {
    registry =
        sent == null ? scraped : new CompositeMeterRegistry(Clock.SYSTEM, List.of(scraped, sent));
    deliveries = new DeliveryMeter(registry);
    calls = new RouteMeter(registry);
    intake = new IntakeMeter(registry);
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    Gauge.builder("posthorn.build.info", () -> 1)
        .description("Always 1; the labels identify the version.")
        .tags("version", version, "java", Runtime.version().toString())
        .register(registry);
  }

  /** Adds the metrics of the sender. */
  public void watch(HttpSender sender) {
    connections("idle", sender::idleConnections);
    connections("busy", sender::underWay);
    for (TokenFetchResult result : TokenFetchResult.values()) {
      FunctionCounter.builder("posthorn.sender.token.fetches", sender, s -> s.tokenFetches(result))
          .description("Requests for access tokens to token servers, by result.")
          .tag("result", result.label())
          .register(registry);
    }
  }

  private void connections(String state, Supplier<Number> value) {
    Gauge.builder("posthorn.sender.connections", value)
        .description("Connections to receivers; busy includes those being opened.")
        .tag("state", state)
        .register(registry);
  }

  /** Adds the metrics of the engine: its health, its own metrics and those of its shards. */
  public void watch(Engine engine, InstantSource clock) {
    up("intake", () -> engine.health().takesEvents());
    up("delivery", () -> engine.health().delivers());
    watch(engine.metrics());
    new ShardGauges(registry, new CachedShardMetrics(engine::shardMetrics, System::nanoTime), clock)
        .register();
  }

  void watch(List<EngineMetric> more) {
    metrics.addAll(more);
    more.forEach(this::register);
  }

  private void up(String service, BooleanSupplier does) {
    Gauge.builder("posthorn.up", () -> does.getAsBoolean() ? 1 : 0)
        .description("1 while events are accepted (or messages sent), otherwise 0.")
        .tag("service", service)
        .register(registry);
  }

  private void register(EngineMetric metric) {
    Tags tags =
        Tags.of(
            metric.labels().entrySet().stream()
                .map(label -> Tag.of(label.getKey(), label.getValue()))
                .toList());
    String unit = metric.unit().isEmpty() ? null : metric.unit();
    switch (metric.kind()) {
      case GAUGE ->
          Gauge.builder(metric.name(), metric.value()::getAsDouble)
              .description(metric.description())
              .tags(tags)
              .baseUnit(unit)
              .register(registry);
      case COUNTER ->
          FunctionCounter.builder(metric.name(), metric, f -> f.value().getAsDouble())
              .description(metric.description())
              .tags(tags)
              .baseUnit(unit)
              .register(registry);
    }
  }

  /** Receives every attempt and every ended message. */
  public EffectListener deliveries() {
    return deliveries;
  }

  /** Counts every call. */
  public CallCounts calls() {
    return calls;
  }

  /** Counts every refused event call. */
  public IntakeMeter intake() {
    return intake;
  }

  /** {@code /metrics}, which needs no key. */
  public Route route() {
    return Route.get("/metrics", Access.OPEN, call -> response());
  }

  private CallResponse response() {
    return CallResponse.text(200, CONTENT_TYPE, scrape().getBytes(StandardCharsets.UTF_8));
  }

  String scrape() {
    return scraped.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close(); // a composite closes its parts
  }
}
