package io.posthorn.app.boot;

import io.posthorn.core.directory.Role;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.embedded.rocks.StoreException;
import io.posthorn.engine.Engine;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.engine.error.StartException;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.LoginLinks;
import io.posthorn.server.access.Sessions;
import io.posthorn.server.api.admin.HealthApi;
import io.posthorn.server.api.admin.ReencryptionSettings;
import io.posthorn.server.backup.Backups;
import io.posthorn.server.console.LoginLinkApi;
import io.posthorn.server.http.CannotListenException;
import io.posthorn.server.http.EngineRoutes;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Route;
import io.posthorn.server.http.limits.ConnectionLimits;
import io.posthorn.server.metrics.Metrics;
import io.posthorn.server.routes.ApiRoutes;
import io.posthorn.server.routes.ConsoleRoutes;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.CertificateFiles;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Secret;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.tls.BadCertificateException;
import io.posthorn.server.tls.InboundTls;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A running server on either engine: start, readiness and shutdown. */
public final class PosthornServer implements AutoCloseable {
  private final ServerParts parts;
  private final Listeners listeners;
  private final @Nullable Secret adminKey;
  private final Path adminKeyFile;
  private final @Nullable LoginLinks loginLinks;
  private @Nullable ApiKeySecret newKey;
  private boolean closed;

  private PosthornServer(
      ServerParts parts,
      Listeners listeners,
      @Nullable Secret adminKey,
      Path adminKeyFile,
      @Nullable LoginLinks loginLinks) {
    this.parts = parts;
    this.listeners = listeners;
    this.adminKey = adminKey;
    this.adminKeyFile = adminKeyFile;
    this.loginLinks = loginLinks;
  }

  /**
   * Starts a server.
   *
   * @throws StartException with a one-line reason
   */
  public static PosthornServer start(Configuration configuration, String version, PrintStream log) {
    return start(configuration, version, log, Resolver.SYSTEM);
  }

  /** Starts a server with a custom DNS resolver. */
  static PosthornServer start(
      Configuration configuration, String version, PrintStream log, Resolver resolver) {
    LogWriter writer = new LogWriter(configuration.settings().log().format(), log);
    PosthornServer node = open(configuration, version, writer, resolver);
    node.begin();
    return node;
  }

  /**
   * Opens a server without waiting for it; {@link #begin} does, and may take long. From now on it
   * can be closed, which also closes the log.
   *
   * @throws StartException with a one-line reason
   */
  public static PosthornServer open(Configuration configuration, String version, LogWriter log) {
    return open(configuration, version, log, Resolver.SYSTEM);
  }

  private static PosthornServer open(
      Configuration configuration, String version, LogWriter log, Resolver resolver) {
    Settings settings = configuration.settings();
    try (StartupRollback rollback = new StartupRollback()) {
      DeliveryLog lines = new DeliveryLog(log);
      rollback.add(lines, lines::close);
      InboundTls tls = inboundTls(settings, lines, rollback);
      Path directory = DataDirectory.open(settings.data().dir(), lines);
      SecretBox box =
          new EncryptionKeySource(settings.security(), directory).boxFor(settings.engine());
      HttpSender sender = SenderStart.open(settings, version, box, resolver);
      rollback.add(sender, sender::close);
      Rules rules =
          SenderStart.withOperator(
              settings.rules(MemoryBudget.ofThisProcess().inFlight()),
              settings.operationalEvents(),
              box,
              sender);
      ServerParts parts = ServerParts.start(settings, rules, version, box, lines, sender, rollback);
      ConsoleRoutes console = new ConsoleRoutes(configuration, version);
      PosthornServer node = open(settings, rules, lines, tls, box, parts, console, rollback);
      rollback.keep();
      return node;
    } catch (IOException | StoreException | BadCertificateException | CannotListenException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (InvalidInputException e) {
      throw new StartException(e.errors().getFirst().detail(), e);
    }
  }

  private static @Nullable InboundTls inboundTls(
      Settings settings, DeliveryLog log, StartupRollback rollback) {
    CertificateFiles files = settings.http().tls();
    if (files == null) {
      return null;
    }
    InboundTls tls =
        new InboundTls(files, InboundTls.CHECK_INTERVAL, Clock.systemUTC(), log::happened);
    return rollback.add(tls, tls::close);
  }

  private static PosthornServer open(
      Settings settings,
      Rules rules,
      DeliveryLog log,
      @Nullable InboundTls tls,
      SecretBox box,
      ServerParts parts,
      ConsoleRoutes console,
      StartupRollback rollback) {
    Clock clock = Clock.systemUTC();
    Metrics metrics = parts.metrics();
    Secret adminKey = settings.api().adminKey();
    Engine engine = parts.engine();
    Backups backups =
        engine
            .backup()
            .map(store -> StoreBackup.of(store, settings.data(), console.version(), clock))
            .orElse(null);
    EventRateLimit rate = EventRateLimit.of(settings.limits().eventsPerSecond(), System::nanoTime);
    metrics.intake().register("rate_limited", rate, EventRateLimit::refusals);
    ApiRoutes wiring =
        new ApiRoutes(
            engine,
            parts.sender(),
            rules,
            box,
            ReencryptionSettings.of(parts.keys()),
            rate,
            metrics.intake(),
            parts.tracing(),
            console.request(box),
            backups,
            adminKey == null ? null : new ApiKeySecret(adminKey.clear()),
            clock);
    List<Route> operations = new ArrayList<>(new HealthApi(engine).routes());
    operations.add(metrics.route());
    Sessions sessions = new Sessions(box, clock, engine.marks());
    Authenticator authenticator = new Authenticator(engine, clock, parts.keyUse(), sessions);
    List<Route> routes = new ArrayList<>(wiring.routes());
    LoginLinks loginLinks = console.configuration().isDevelopment() ? new LoginLinks(clock) : null;
    if (loginLinks != null) { // before the console, whose files have paths like these
      routes.addAll(new LoginLinkApi(loginLinks, sessions).routes());
    }
    routes.addAll(console.routes(engine, authenticator, sessions, parts.live(), clock));
    routes.addAll(EngineRoutes.of(engine.routes()));
    ConnectionLimits limits =
        settings.http().behindProxy()
            ? ConnectionLimits.DEFAULT.behindProxy()
            : ConnectionLimits.DEFAULT;
    HttpServer http = new HttpServer(authenticator, log::unexpected, metrics.calls(), limits);
    Listeners listeners = Listeners.open(settings, tls, http, routes, operations);
    rollback.add(listeners, listeners::close);
    return new PosthornServer(parts, listeners, adminKey, adminKeyFile(settings), loginLinks);
  }

  /**
   * Waits until the server is ready. If that fails, or the server is closed meanwhile, everything
   * that was opened is closed again.
   *
   * @throws StartException with a one-line reason
   */
  public void begin() {
    Engine engine = parts.engine();
    try {
      engine.start(port());
      // Only now: a key created by a failed start would never be shown.
      newKey =
          new FirstStart(engine, Clock.systemUTC(), adminKeyFile).prepare(adminKey).orElse(null);
    } catch (RuntimeException e) {
      try {
        close();
      } catch (RuntimeException other) {
        e.addSuppressed(other);
      }
      throw e instanceof StoreException ? new StartException(String.valueOf(e.getMessage()), e) : e;
    }
  }

  /** The main port. */
  public int port() {
    return listeners.main().port();
  }

  /** The port for health and metrics, which may be the main port. */
  public int opsPort() {
    return listeners.opsPort();
  }

  /** The file to which an admin key is written that is not shown. */
  public static Path adminKeyFile(Settings settings) {
    return settings.data().dir().resolve("admin.key");
  }

  /** The admin key, if this start created it. */
  public Optional<ApiKeySecret> newKey() {
    return Optional.ofNullable(newKey);
  }

  /**
   * Creates a link that logs in to the console once, as an admin; only in development mode. Show it
   * to the user who started the server, and nowhere else.
   *
   * @return the path of the link
   */
  public Optional<String> loginLink() {
    LoginLinks links = loginLinks;
    long now = Clock.systemUTC().millis();
    return links == null
        ? Optional.empty()
        : parts.engine().reads().keys().stream()
            .filter(key -> key.role() == Role.ADMIN && key.customerId() == null)
            .filter(key -> key.validAt(now))
            .findFirst()
            .map(key -> LoginLinkApi.path(links.create(key.digest())));
  }

  /** Waits until the engine stops, which it only does by itself when it fails. */
  public void awaitEnd() {
    parts.engine().termination().join();
  }

  /**
   * Refuses new calls, lets requests in flight finish for a few seconds, and closes the engine. A
   * second caller waits until that is done.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    parts.live().close();
    listeners.close();
    parts.close();
  }
}
