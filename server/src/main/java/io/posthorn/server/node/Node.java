package io.posthorn.server.node;

import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.shard.Rules;
import io.posthorn.embedded.EffectListener;
import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.EngineSettings;
import io.posthorn.embedded.FreeSpace;
import io.posthorn.embedded.Health;
import io.posthorn.embedded.SizeKeeper;
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
import io.posthorn.server.access.Doorkeeper;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.api.EventRate;
import io.posthorn.server.api.HealthApi;
import io.posthorn.server.http.CannotListenException;
import io.posthorn.server.http.FrontDoor;
import io.posthorn.server.http.Route;
import io.posthorn.server.metrics.Metrics;
import io.posthorn.server.secrets.KeyFile;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Authorization;
import io.posthorn.server.settings.CertificateFiles;
import io.posthorn.server.settings.DeliverySettings;
import io.posthorn.server.settings.SecuritySettings;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.tls.BadCertificateException;
import io.posthorn.server.tls.InboundTls;
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
  private final SizeKeeper disk;
  private final Doors doors;
  private final Metrics metrics;
  private final @Nullable KeyText newKey;

  private Node(
      RocksShardStore store,
      HttpSender sender,
      EmbeddedEngine engine,
      SizeKeeper disk,
      Doors doors,
      Metrics metrics,
      @Nullable KeyText newKey) {
    this.store = store;
    this.sender = sender;
    this.engine = engine;
    this.disk = disk;
    this.doors = doors;
    this.metrics = metrics;
    this.newKey = newKey;
  }

  /**
   * Starts a server.
   *
   * @throws StartException with one line that says why not
   */
  public static Node start(Settings settings, String version, PrintStream log) {
    DeliveryLog lines = new DeliveryLog(settings.log().format(), log);
    try {
      InboundTls tls = inboundTls(settings, lines);
      Path directory = Files.createDirectories(settings.data().dir());
      SecretBox box = box(settings.security(), directory);
      return start(
          settings,
          version,
          lines,
          tls,
          box,
          RocksShardStore.open(directory.resolve("store"), RocksShardStore.DEFAULT_MEMORY));
    } catch (IOException | StoreException | BadCertificateException | CannotListenException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (InvalidInputException e) {
      throw new StartException(e.errors().getFirst().detail(), e);
    }
  }

  private static Node start(
      Settings settings,
      String version,
      DeliveryLog log,
      @Nullable InboundTls tls,
      SecretBox box,
      RocksShardStore store)
      throws IOException {
    Clock clock = Clock.systemUTC();
    Metrics metrics = new Metrics(version);
    HttpSender sender =
        new HttpSender(senderSettings(settings, version), box::open, Resolver.SYSTEM, clock);
    Rules rules = NewsDesk.addTo(settings.rules(), settings.news(), box, sender);
    WatchedSender watched = new WatchedSender(sender);
    EmbeddedEngine engine =
        EmbeddedEngine.start(
            store,
            store.identity(),
            rules,
            EngineSettings.DEFAULT.withMinFree(settings.data().minFree()),
            new Surroundings(
                watched,
                EffectListener.both(metrics.deliveries(), log),
                TimeSource.SYSTEM,
                FreeSpace.of(settings.data().dir())));
    SizeKeeper disk = DiskKeeper.start(engine, store, settings, log);
    EmbeddedNode node = new EmbeddedNode(engine, store, metrics.intake());
    EventRate rate = EventRate.of(settings.limits().eventsPerSecond(), System::nanoTime);
    metrics.watch(engine, store, sender, clock);
    metrics.watch(disk);
    metrics.intake().register("rate_limited", rate, EventRate::refusals);
    Wiring wiring =
        new Wiring(node, sender, watched, rules, box, rate, settings.security().httpsOnly(), clock);
    List<Route> operations = new ArrayList<>(new HealthApi(() -> condition(engine)).routes());
    operations.add(metrics.route());
    FrontDoor door = new FrontDoor(new Doorkeeper(node, clock), log::unexpected, metrics.calls());
    try {
      Doors doors = Doors.open(settings, tls, door, wiring.routes(), operations);
      // Only now: a key that is made by a start that fails would never be shown to anybody.
      Optional<KeyText> made = new FirstStart(node, clock).prepare(settings.api().adminKey());
      return new Node(store, sender, engine, disk, doors, metrics, made.orElse(null));
    } catch (CannotListenException e) {
      disk.close();
      engine.close();
      sender.close(SENDER_PATIENCE);
      store.close();
      throw e;
    }
  }

  private static @Nullable InboundTls inboundTls(Settings settings, DeliveryLog log) {
    CertificateFiles files = settings.http().tls();
    return files == null
        ? null
        : new InboundTls(files, InboundTls.LOOK_EVERY, Clock.systemUTC(), log::happened);
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
    engine.ended().join();
  }

  /**
   * Takes no more calls, lets requests in flight finish for a few seconds, and closes the store.
   */
  @Override
  public void close() {
    doors.close();
    disk.close();
    engine.close();
    sender.close(SENDER_PATIENCE);
    metrics.close();
    store.close();
  }
}
