package io.posthorn.server.node;

import io.posthorn.core.shard.Rules;
import io.posthorn.embedded.EffectListener;
import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.EngineSettings;
import io.posthorn.embedded.FreeSpace;
import io.posthorn.embedded.SizeKeeper;
import io.posthorn.embedded.Surroundings;
import io.posthorn.embedded.TimeSource;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.access.KeyUse;
import io.posthorn.server.console.LiveBoard;
import io.posthorn.server.metrics.Metrics;
import io.posthorn.server.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** What runs behind a server's doors; closed from the front to the back. */
record Machinery(
    RocksShardStore store,
    HttpSender sender,
    WatchedSender inFlight,
    EmbeddedEngine engine,
    SizeKeeper disk,
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
      DeliveryLog log,
      HttpSender sender,
      Opened opened)
      throws IOException {
    Path directory = settings.data().dir();
    KeyUse keyUse = KeyUse.in(directory.resolve("key-use"));
    opened.add(keyUse, keyUse::close);
    Metrics metrics = new Metrics(version);
    opened.add(metrics, metrics::close);
    LiveBoard live = new LiveBoard();
    RocksShardStore store =
        RocksShardStore.open(directory.resolve("store"), RocksShardStore.DEFAULT_MEMORY);
    opened.add(store, store::close);
    long minFree = settings.data().minFree();
    WatchedSender watched = new WatchedSender(sender);
    EmbeddedEngine engine =
        EmbeddedEngine.start(
            store,
            store.identity(),
            rules,
            EngineSettings.DEFAULT.withMinFree(minFree),
            new Surroundings(
                watched,
                EffectListener.both(metrics.deliveries(), EffectListener.both(live, log)),
                TimeSource.SYSTEM,
                new WatchedSpace(FreeSpace.of(directory), minFree, log::happened)));
    opened.add(engine, engine::close);
    SizeKeeper disk = DiskKeeper.start(engine, store, settings, log);
    opened.add(disk, disk::close);
    return new Machinery(store, sender, watched, engine, disk, keyUse, metrics, live, log);
  }

  @Override
  public void close() {
    keyUse.close();
    disk.close();
    engine.close();
    sender.close(SENDER_PATIENCE);
    metrics.close();
    store.close();
    log.close();
  }
}
