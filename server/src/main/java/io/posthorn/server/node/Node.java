package io.posthorn.server.node;

import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.embedded.rocks.StoreException;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.Engine;
import io.posthorn.server.access.Doorkeeper;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.api.EventRate;
import io.posthorn.server.api.HealthApi;
import io.posthorn.server.console.Sessions;
import io.posthorn.server.http.CannotListenException;
import io.posthorn.server.http.FrontDoor;
import io.posthorn.server.http.Route;
import io.posthorn.server.http.limits.ConnectionLimits;
import io.posthorn.server.metrics.Metrics;
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

/** One server, on either engine, from start to end. */
public final class Node implements AutoCloseable {
  private final Machinery machinery;
  private final Doors doors;
  private final @Nullable Secret adminKey;
  private @Nullable KeyText newKey;
  private boolean closed;

  private Node(Machinery machinery, Doors doors, @Nullable Secret adminKey) {
    this.machinery = machinery;
    this.doors = doors;
    this.adminKey = adminKey;
  }

  /**
   * Starts a server.
   *
   * @throws StartException with one line that says why not
   */
  public static Node start(Configuration configuration, String version, PrintStream log) {
    return start(configuration, version, log, Resolver.SYSTEM);
  }

  /** Starts a server that finds the addresses of names in its own way. */
  static Node start(
      Configuration configuration, String version, PrintStream log, Resolver resolver) {
    Node node = open(configuration, version, log, resolver);
    node.begin();
    return node;
  }

  /**
   * Opens a server that is yet to {@link #begin}, which may take long: from now on it can be
   * closed.
   *
   * @throws StartException with one line that says why not
   */
  public static Node open(Configuration configuration, String version, PrintStream log) {
    return open(configuration, version, log, Resolver.SYSTEM);
  }

  private static Node open(
      Configuration configuration, String version, PrintStream log, Resolver resolver) {
    Settings settings = configuration.settings();
    try (Opened opened = new Opened()) {
      DeliveryLog lines = new DeliveryLog(settings.log().format(), log);
      opened.add(lines, lines::close);
      InboundTls tls = inboundTls(settings, lines, opened);
      Path directory = DataDirectory.open(settings.data().dir(), lines);
      SecretBox box = new Sealing(settings.security(), directory).boxFor(settings.engine());
      HttpSender sender =
          new HttpSender(
              Outbound.settings(settings, version), box::open, resolver, Clock.systemUTC());
      opened.add(sender, sender::close);
      Rules rules = NewsDesk.addTo(settings.rules(), settings.news(), box, sender);
      Machinery machinery = Machinery.start(settings, rules, version, box, lines, sender, opened);
      ConsoleWiring console = new ConsoleWiring(configuration, version);
      Node node = open(settings, rules, lines, tls, box, machinery, console, opened);
      opened.keep();
      return node;
    } catch (IOException | StoreException | BadCertificateException | CannotListenException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (InvalidInputException e) {
      throw new StartException(e.errors().getFirst().detail(), e);
    }
  }

  private static @Nullable InboundTls inboundTls(
      Settings settings, DeliveryLog log, Opened opened) {
    CertificateFiles files = settings.http().tls();
    if (files == null) {
      return null;
    }
    InboundTls tls = new InboundTls(files, InboundTls.LOOK_EVERY, Clock.systemUTC(), log::happened);
    return opened.add(tls, tls::close);
  }

  private static Node open(
      Settings settings,
      Rules rules,
      DeliveryLog log,
      @Nullable InboundTls tls,
      SecretBox box,
      Machinery machinery,
      ConsoleWiring console,
      Opened opened) {
    Clock clock = Clock.systemUTC();
    Metrics metrics = machinery.metrics();
    Secret adminKey = settings.api().adminKey();
    EngineHost host = machinery.host();
    Engine engine = host.engine();
    EventRate rate = EventRate.of(settings.limits().eventsPerSecond(), System::nanoTime);
    metrics.intake().register("rate_limited", rate, EventRate::refusals);
    Wiring wiring =
        new Wiring(
            engine,
            machinery.sender(),
            host.inFlight(),
            rules,
            box,
            rate,
            settings.security().httpsOnly(),
            console.request(box),
            host.backups(),
            adminKey == null ? null : new KeyText(adminKey.clear()),
            clock);
    List<Route> operations = new ArrayList<>(new HealthApi(host::condition).routes());
    operations.add(metrics.route());
    Sessions sessions = host.sessions();
    Doorkeeper doorkeeper = new Doorkeeper(engine, clock, machinery.keyUse(), sessions);
    List<Route> routes = new ArrayList<>(wiring.routes());
    routes.addAll(console.routes(engine, doorkeeper, sessions, machinery.live(), clock));
    routes.addAll(host.internalRoutes());
    ConnectionLimits limits =
        settings.http().behindProxy()
            ? ConnectionLimits.DEFAULT.behindProxy()
            : ConnectionLimits.DEFAULT;
    FrontDoor door = new FrontDoor(doorkeeper, log::unexpected, metrics.calls(), limits);
    Doors doors = Doors.open(settings, tls, door, routes, operations);
    opened.add(doors, doors::close);
    return new Node(machinery, doors, adminKey);
  }

  /**
   * Waits until the server can do its work. Where that fails, also because it is closed meanwhile,
   * all that was opened is closed again.
   *
   * @throws StartException with one line that says why not
   */
  public void begin() {
    EngineHost host = machinery.host();
    try {
      host.begin(port());
      // Only now: a key that is made by a start that fails would never be shown to anybody.
      newKey = new FirstStart(host.engine(), Clock.systemUTC()).prepare(adminKey).orElse(null);
    } catch (RuntimeException e) {
      try {
        close();
      } catch (RuntimeException other) {
        e.addSuppressed(other);
      }
      throw e instanceof StoreException ? new StartException(String.valueOf(e.getMessage()), e) : e;
    }
  }

  /** The port that it listens on. */
  public int port() {
    return doors.main().port();
  }

  /** The port of health and metrics, which may be the same. */
  public int opsPort() {
    return doors.opsPort();
  }

  /** The admin's key, if it was made by this start. */
  public Optional<KeyText> newKey() {
    return Optional.ofNullable(newKey);
  }

  /** Waits until the engine has stopped, which by itself it does only when it fails. */
  public void awaitEnd() {
    machinery.host().ended().join();
  }

  /**
   * Takes no more calls, lets requests in flight finish for a few seconds, and closes the engine.
   * Whoever comes second waits until that is done.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    machinery.live().close();
    doors.close();
    machinery.close();
  }
}
