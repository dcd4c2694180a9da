package io.posthorn.server.node;

import io.posthorn.server.Engine;
import io.posthorn.server.api.HealthApi;
import io.posthorn.server.api.InFlight;
import io.posthorn.server.backup.Backups;
import io.posthorn.server.console.Sessions;
import io.posthorn.server.http.Route;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An engine as a server runs it, with all that the other engine does not have. What both share is
 * put together around it, by {@link Node}.
 */
interface EngineHost extends AutoCloseable {
  Engine engine();

  InFlight inFlight();

  HealthApi.Condition condition();

  /** Null where the data is not ours to back up. */
  @Nullable Backups backups();

  /** Who is logged in at the console: at this server, or at any node. */
  Sessions sessions();

  /** What other nodes ask; nothing where there are none. */
  List<Route> internalRoutes();

  /**
   * The doors are open, and other nodes can be told where.
   *
   * @param port the main one
   */
  void begin(int port);

  /** Done when the engine has stopped, which by itself it does only when it fails. */
  CompletableFuture<@Nullable Void> ended();

  /** Lets requests in flight finish for a few seconds. */
  @Override
  void close();
}
