package io.posthorn.app.boot;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.Engine;
import io.posthorn.kafka.KafkaEngine;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.access.KeyLastUsed;
import io.posthorn.server.console.LiveBroadcaster;
import io.posthorn.server.metrics.Metrics;
import io.posthorn.server.secrets.EncryptionKeys;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.telemetry.Telemetry;
import io.posthorn.server.telemetry.Tracing;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;

/** The parts of a server behind its listeners, closed in reverse order of the data flow. */
record ServerParts(
    Engine engine,
    EncryptionKeys keys,
    HttpSender sender,
    KeyLastUsed keyUse,
    Metrics metrics,
    Tracing tracing,
    LiveBroadcaster live,
    DeliveryLog log)
    implements AutoCloseable {
  private static final Duration SENDER_CLOSE_TIMEOUT = Duration.ofSeconds(1);

  /** Starts all parts; if one fails, the rollback closes those before it. */
  static ServerParts start(
      Settings settings,
      Rules rules,
      String version,
      SecretBox box,
      DeliveryLog log,
      HttpSender sender,
      StartupRollback rollback)
      throws IOException {
    KeyLastUsed keyUse = KeyLastUsed.in(settings.data().dir().resolve("key-use"));
    rollback.add(keyUse, keyUse::close);
    Telemetry telemetry = Telemetry.of(settings.otlp(), version, System.getenv());
    Tracing tracing = telemetry.tracing();
    rollback.add(tracing, tracing::close);
    Metrics metrics = new Metrics(version, telemetry.registry().orElse(null));
    rollback.add(metrics, metrics::close);
    metrics.watch(sender);
    LiveBroadcaster live = new LiveBroadcaster();
    EffectListener listener =
        EffectListener.both(metrics.deliveries(), EffectListener.both(live, log));
    EngineDependencies dependencies =
        new EngineDependencies(settings, rules, box, tracing.traced(sender), listener, log);
    Engine engine =
        switch (settings.engine()) {
          case EMBEDDED -> EmbeddedStart.open(dependencies);
          case KAFKA -> KafkaStart.open(dependencies);
        };
    EncryptionKeys keys =
        engine instanceof KafkaEngine node
            ? KafkaStart.keys(node)
            : new EncryptionKeySource(settings.security(), settings.data().dir()).ofStore(box);
    rollback.add(engine, engine::close);
    metrics.watch(engine, Clock.systemUTC());
    return new ServerParts(engine, keys, sender, keyUse, metrics, tracing, live, log);
  }

  @Override
  public void close() {
    keyUse.close();
    engine.close();
    sender.close(SENDER_CLOSE_TIMEOUT);
    tracing.close();
    metrics.close();
    log.close();
  }
}
