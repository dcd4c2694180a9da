package io.posthorn.server.node;

import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.SizeKeeper;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.sender.HttpSender;
import io.posthorn.server.access.KeyUse;
import io.posthorn.server.console.LiveBoard;
import io.posthorn.server.metrics.Metrics;
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
