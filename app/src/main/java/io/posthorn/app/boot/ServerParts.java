package io.posthorn.app.boot;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.Engine;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.access.KeyLastUsed;
import io.posthorn.server.console.LiveBroadcaster;
import io.posthorn.server.metrics.Metrics;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Settings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;

/** The parts of a server behind its listeners, closed in reverse order of the data flow. */
record ServerParts(
    Engine engine,
    HttpSender sender,
    KeyLastUsed keyUse,
    Metrics metrics,
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
    Metrics metrics = new Metrics(version);
    rollback.add(metrics, metrics::close);
    metrics.watch(sender);
    LiveBroadcaster live = new LiveBroadcaster();
    EffectListener listener =
        EffectListener.both(metrics.deliveries(), EffectListener.both(live, log));
    EngineDependencies dependencies =
        new EngineDependencies(settings, rules, box, sender, listener, log);
    Engine engine =
        switch (settings.engine()) {
          case EMBEDDED -> EmbeddedStart.open(dependencies);
          case KAFKA -> KafkaStart.open(dependencies);
        };
    rollback.add(engine, engine::close);
    metrics.watch(engine, Clock.systemUTC());
    return new ServerParts(engine, sender, keyUse, metrics, live, log);
  }

  @Override
  public void close() {
    keyUse.close();
    engine.close();
    sender.close(SENDER_CLOSE_TIMEOUT);
    metrics.close();
    log.close();
  }
}
