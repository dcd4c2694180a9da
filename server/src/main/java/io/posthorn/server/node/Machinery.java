package io.posthorn.server.node;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.embedded.EffectListener;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.access.KeyUse;
import io.posthorn.server.console.LiveBoard;
import io.posthorn.server.metrics.Metrics;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Settings;
import java.io.IOException;
import java.time.Duration;

/** What runs behind a server's doors; closed from the front to the back. */
record Machinery(
    EngineHost host,
    HttpSender sender,
    KeyUse keyUse,
    Metrics metrics,
    LiveBoard live,
    DeliveryLog log)
    implements AutoCloseable {
  private static final Duration SENDER_PATIENCE = Duration.ofSeconds(1);

  /** Starts all of it; where a part fails, those before it are among what was opened. */
  static Machinery start(
      Settings settings,
      Rules rules,
      String version,
      SecretBox box,
      DeliveryLog log,
      HttpSender sender,
      Opened opened)
      throws IOException {
    KeyUse keyUse = KeyUse.in(settings.data().dir().resolve("key-use"));
    opened.add(keyUse, keyUse::close);
    Metrics metrics = new Metrics(version);
    opened.add(metrics, metrics::close);
    metrics.watch(sender);
    LiveBoard live = new LiveBoard();
    EffectListener listener =
        EffectListener.both(metrics.deliveries(), EffectListener.both(live, log));
    Grounds grounds = new Grounds(settings, rules, version, box, sender, metrics, listener, log);
    EngineHost host =
        switch (settings.engine()) {
          case EMBEDDED -> EmbeddedHost.start(grounds, opened);
          case KAFKA -> KafkaHost.open(grounds, opened);
        };
    return new Machinery(host, sender, keyUse, metrics, live, log);
  }

  @Override
  public void close() {
    keyUse.close();
    host.close();
    sender.close(SENDER_PATIENCE);
    metrics.close();
    log.close();
  }
}
