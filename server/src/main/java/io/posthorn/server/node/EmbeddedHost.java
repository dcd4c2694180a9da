package io.posthorn.server.node;

import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.EngineSettings;
import io.posthorn.embedded.FreeSpace;
import io.posthorn.embedded.Health;
import io.posthorn.embedded.SizeKeeper;
import io.posthorn.embedded.Surroundings;
import io.posthorn.embedded.TimeSource;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.server.api.HealthApi;
import io.posthorn.server.api.InFlight;
import io.posthorn.server.backup.Backups;
import io.posthorn.server.console.RememberedSessions;
import io.posthorn.server.console.Sessions;
import io.posthorn.server.http.Route;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One machine: a store on its disk, and what keeps that within its bounds. */
record EmbeddedHost(
    RocksShardStore store,
    EmbeddedEngine running,
    SizeKeeper disk,
    InFlight inFlight,
    EmbeddedNode engine,
    Backups backups,
    Sessions sessions)
    implements EngineHost {

  /** Starts it; where a part fails, those before it are among what was opened. */
  static EmbeddedHost start(Grounds grounds, Opened opened) {
    RocksShardStore store =
        RocksShardStore.open(grounds.directory().resolve("store"), RocksShardStore.DEFAULT_MEMORY);
    opened.add(store, store::close);
    long minFree = grounds.settings().data().minFree();
    WatchedSender watched = new WatchedSender(grounds.sender());
    EmbeddedEngine running =
        EmbeddedEngine.start(
            store,
            store.identity(),
            grounds.rules(),
            EngineSettings.DEFAULT.withMinFree(minFree),
            new Surroundings(
                watched,
                grounds.listener(),
                TimeSource.SYSTEM,
                new WatchedSpace(
                    FreeSpace.of(grounds.directory()), minFree, grounds.log()::happened)));
    opened.add(running, running::close);
    SizeKeeper disk = DiskKeeper.start(running, store, grounds.settings(), grounds.log());
    opened.add(disk, disk::close);
    grounds.metrics().watch(running, store, Clock.systemUTC());
    grounds.metrics().watch(disk);
    return new EmbeddedHost(
        store,
        running,
        disk,
        watched,
        new EmbeddedNode(running, store, grounds.metrics().intake()),
        StoreBackup.of(store, grounds.settings().data(), grounds.version(), Clock.systemUTC()),
        new RememberedSessions(Clock.systemUTC()));
  }

  /** A person who pauses delivery means it: the server is ready all the same, and says so. */
  @Override
  public HealthApi.Condition condition() {
    Health health = running.health();
    boolean paused =
        health.state() == Health.State.RUNNING
            && engine.read(view -> new CustomerReader(view).allPaused());
    return EngineCondition.of(
        paused
            ? new Health(health.state(), "Running; all delivery is paused by a person.")
            : health);
  }

  @Override
  public List<Route> internalRoutes() {
    return List.of();
  }

  @Override
  public void begin(int port) {
    // It has begun: nobody else has to be told.
  }

  @Override
  public CompletableFuture<@Nullable Void> ended() {
    return running.ended();
  }

  @Override
  public void close() {
    disk.close();
    running.close();
    store.close();
  }
}
