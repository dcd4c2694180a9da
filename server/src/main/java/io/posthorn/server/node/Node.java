package io.posthorn.server.node;

import io.helidon.webserver.WebServer;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.shard.Rules;
import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.EngineSettings;
import io.posthorn.embedded.FreeSpace;
import io.posthorn.embedded.Health;
import io.posthorn.embedded.Surroundings;
import io.posthorn.embedded.TimeSource;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.embedded.rocks.StoreException;
import io.posthorn.sender.AllowedTargets;
import io.posthorn.sender.AuthorizationStyle;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.Resolver;
import io.posthorn.sender.SenderSettings;
import io.posthorn.sender.TlsSettings;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.api.EventRate;
import io.posthorn.server.api.HealthApi;
import io.posthorn.server.api.RequestSight;
import io.posthorn.server.console.LiveBoard;
import io.posthorn.server.http.FrontDoor;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.KeyFile;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Authorization;
import io.posthorn.server.settings.CertificateFiles;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.DeliverySettings;
import io.posthorn.server.settings.SecuritySettings;
import io.posthorn.server.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server on its embedded store, from start to end. */
public final class Node implements AutoCloseable {
  private static final Duration SENDER_PATIENCE = Duration.ofSeconds(1);

  private final RocksShardStore store;
  private final HttpSender sender;
  private final EmbeddedEngine engine;
  private final WebServer web;
  private final LiveBoard live;
  private final @Nullable KeyText newKey;

  private Node(
      RocksShardStore store,
      HttpSender sender,
      EmbeddedEngine engine,
      WebServer web,
      LiveBoard live,
      @Nullable KeyText newKey) {
    this.store = store;
    this.sender = sender;
    this.engine = engine;
    this.web = web;
    this.live = live;
    this.newKey = newKey;
  }

  /**
   * Starts a server.
   *
   * @throws StartException with one line that says why not
   */
  public static Node start(Configuration configuration, String version, PrintStream log) {
    Settings settings = configuration.settings();
    Optional<String> notYet = NotYet.reason(settings);
    if (notYet.isPresent()) {
      throw new StartException(notYet.get(), null);
    }
    try {
      Path directory = Files.createDirectories(settings.data().dir());
      SecretBox box = box(settings.security(), directory);
      return start(
          configuration,
          version,
          log,
          box,
          RocksShardStore.open(directory.resolve("store"), RocksShardStore.DEFAULT_MEMORY));
    } catch (IOException | StoreException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (InvalidInputException e) {
      throw new StartException(e.errors().getFirst().detail(), e);
    }
  }

  private static Node start(
      Configuration configuration,
      String version,
      PrintStream out,
      SecretBox box,
      RocksShardStore store)
      throws IOException {
    Settings settings = configuration.settings();
    Clock clock = Clock.systemUTC();
    Rules rules = settings.rules();
    DeliveryLog log = new DeliveryLog(settings.log().format(), out);
    HttpSender sender =
        new HttpSender(senderSettings(settings, version), box::open, Resolver.SYSTEM, clock);
    LiveBoard live = new LiveBoard();
    WatchedSender watched = new WatchedSender(sender);
    EmbeddedEngine engine =
        EmbeddedEngine.start(
            store,
            store.identity(),
            rules,
            EngineSettings.DEFAULT.withMinFree(settings.data().minFree()),
            new Surroundings(
                watched,
                new EffectListeners(List.of(log, live)),
                TimeSource.SYSTEM,
                FreeSpace.of(settings.data().dir())));
    EmbeddedNode node = new EmbeddedNode(engine, store);
    Optional<KeyText> made = new FirstStart(node, clock).prepare(settings.api().adminKey());
    Wiring wiring =
        new Wiring(
            node,
            sender,
            watched,
            rules,
            box,
            EventRate.of(settings.limits().eventsPerSecond(), System::nanoTime),
            settings.security().httpsOnly(),
            new RequestSight(
                box,
                "Posthorn/" + version,
                settings.delivery().authorization() == Authorization.RAW),
            () -> condition(engine),
            clock);
    ConsoleWiring console = ConsoleWiring.of(node, clock, live);
    List<Route> routes = new ArrayList<>(wiring.routes());
    routes.addAll(console.routes(configuration, version));
    WebServer web =
        new FrontDoor(console.doorkeeper(), log::unexpected)
            .open(settings.http().host(), settings.http().port(), routes);
    return new Node(store, sender, engine, web, live, made.orElse(null));
  }

  private static SecretBox box(SecuritySettings security, Path directory) throws IOException {
    byte[] key;
    if (security.encryptionKey() != null) {
      key = Base64.getDecoder().decode(security.encryptionKey().clear());
    } else {
      Path file = security.encryptionKeyFile();
      key = KeyFile.loadOrMake(file == null ? directory.resolve("encryption.key") : file);
    }
    SecretBox box = new SecretBox(key);
    KeyFile.check(directory.resolve("encryption.check"), box);
    return box;
  }

  private static SenderSettings senderSettings(Settings settings, String version) {
    DeliverySettings delivery = settings.delivery();
    CertificateFiles client = delivery.clientCertificate();
    return SenderSettings.DEFAULT
        .withVersion(version)
        .withTimeout(delivery.timeout())
        .withHttpsOnly(settings.security().httpsOnly())
        .withAuthorization(
            delivery.authorization() == Authorization.RAW
                ? AuthorizationStyle.RAW
                : AuthorizationStyle.BEARER)
        .withAllowedTargets(
            AllowedTargets.parse(
                settings.security().allowedTargets().stream().map(Object::toString).toList()))
        .withTls(
            new TlsSettings(
                delivery.trustedCa(),
                client == null ? null : client.certificate(),
                client == null ? null : client.key()));
  }

  private static HealthApi.Condition condition(EmbeddedEngine engine) {
    Health health = engine.health();
    return new HealthApi.Condition(
        health.state() != Health.State.FAILED,
        health.state() == Health.State.RUNNING,
        health.detail());
  }

  /** The port that it listens on. */
  public int port() {
    return web.port();
  }

  /** The admin's key, if it was made by this start. */
  public Optional<KeyText> newKey() {
    return Optional.ofNullable(newKey);
  }

  /** Waits until the engine has stopped, which by itself it does only when it fails. */
  public void awaitEnd() {
    engine.ended().join();
  }

  /**
   * Takes no more calls, lets requests in flight finish for a few seconds, and closes the store.
   */
  @Override
  public void close() {
    live.close();
    web.stop();
    engine.close();
    sender.close(SENDER_PATIENCE);
    store.close();
  }
}
