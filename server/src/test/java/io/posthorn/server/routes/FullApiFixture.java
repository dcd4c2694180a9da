package io.posthorn.server.routes;

import io.helidon.webserver.WebServer;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.BackupSource;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.engine.ManualEngine;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.SenderSettings;
import io.posthorn.sender.guard.AllowedTarget;
import io.posthorn.sender.guard.AllowedTargets;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.ApiContract;
import io.posthorn.server.ApiContract.Operation;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.LoopbackClient;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.api.admin.HealthApi;
import io.posthorn.server.api.admin.ReencryptionSettings;
import io.posthorn.server.api.admin.SettingsApi;
import io.posthorn.server.api.message.RequestJson;
import io.posthorn.server.backup.Backups;
import io.posthorn.server.backup.FileTree;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Route;
import io.posthorn.server.metrics.Metrics;
import io.posthorn.server.secrets.ReplaceableKeys;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.telemetry.Tracing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Every route of the server on an engine in virtual time. Each response is checked against the
 * document, and the statuses of each call are recorded.
 */
final class FullApiFixture implements AutoCloseable {
  static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  /** Three consecutive failures freeze an endpoint. */
  private static final Rules RULES =
      Rules.DEFAULT.withCircuit(
          new CircuitRules(
              Duration.ofHours(48).toMillis(),
              100,
              700_000,
              2_000,
              Duration.ofMinutes(10).toMillis(),
              2_000,
              Duration.ofHours(72).toMillis(),
              3));

  final ManualEngine engine = EngineUnderTest.manual(RULES, START);
  final NavigableMap<Operation, NavigableSet<String>> seen = new TreeMap<>();
  final List<Route> routes;

  /** The free space for backups. */
  volatile long free = Long.MAX_VALUE;

  private final SecretBox box = new SecretBox(new byte[32]);

  /** The encryption keys that the server reads again before a re-encryption. */
  final ReplaceableKeys keys = new ReplaceableKeys(box);

  private final Path directory = temporary();
  private final HttpSender sender;
  private final WebServer server;
  private final LoopbackClient client;

  FullApiFixture() {
    this(true);
  }

  /**
   * The whole API.
   *
   * @param onDisk whether this server stores the data and can back it up; false on Kafka
   */
  FullApiFixture(boolean onDisk) {
    InstantSource source = () -> Instant.ofEpochMilli(engine.now());
    Clock clock = source.withZone(ZoneOffset.UTC);
    SenderSettings settings =
        SenderSettings.DEFAULT
            .withHttpsOnly(false)
            .withAllowedTargets(new AllowedTargets(List.of(AllowedTarget.of("127.0.0.0/8"))));
    sender = new HttpSender(settings, box::open, Resolver.SYSTEM, Clock.systemUTC());
    Metrics metrics = new Metrics("test");
    routes = new ArrayList<>();
    routes.addAll(
        new ApiRoutes(
                engine,
                sender,
                RULES,
                box,
                new ReencryptionSettings(keys, Runnable::run, Duration.ZERO),
                EventRateLimit.unlimited(),
                metrics.intake(),
                Tracing.NONE,
                new RequestJson(box, "Posthorn/test", false),
                onDisk ? backups(clock) : null,
                null,
                clock)
            .routes());
    routes.addAll(new SettingsApi(Configuration.load(null, Map.of()).listing()).routes());
    routes.addAll(new HealthApi(engine).routes());
    routes.add(metrics.route());
    HttpServer http =
        new HttpServer(
            new Authenticator(engine, clock),
            (where, requestId, error) -> {
              throw new AssertionError("unexpected at " + where, error);
            });
    server = http.open("127.0.0.1", 0, routes);
    client = new LoopbackClient(server.port());
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("posthorn-api");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A backup of a store that is one small file. */
  private Backups backups(Clock clock) {
    BackupSource source =
        new BackupSource() {
          @Override
          public Path directory() {
            return directory;
          }

          @Override
          public long bytes() {
            return 1;
          }

          @Override
          public void copyTo(Path target) throws IOException {
            Files.writeString(target.resolve("store"), "all");
          }
        };
    return new Backups(
        directory.resolve("backups"), source, new Backups.SpaceLimit(() -> free, 1), "test", clock);
  }

  String key(Role role, @Nullable String customerId) {
    ApiKeySecret text = ApiKeySecret.random();
    ApiKey key = text.key(role.text(), role, customerId, START, 0);
    engine.executeNow(request -> new Command.PutKey(request, key)).join();
    return text.clear();
  }

  void customer(String id) {
    engine.executeNow(request -> new Command.PutCustomer(request, id)).join();
  }

  /** Responds to every request in flight. */
  void respondToAll(int status) {
    for (Effect.Send send : List.copyOf(engine.sent)) {
      engine.respond(send, Outcome.responded(status, 3));
    }
  }

  /** Makes a call with a key and a customer header; "" omits either. */
  HttpResponse<String> call(
      String method, String path, String key, String customer, @Nullable String body) {
    HttpResponse<String> response =
        client.call(method, path, body, LoopbackClient.headers(key, customer));
    ApiContract contract = ApiContract.DOCUMENTED;
    contract.check(method, path, response);
    Operation operation = contract.operation(method, path).orElseThrow();
    seen.computeIfAbsent(operation, o -> new TreeSet<>())
        .add(String.valueOf(response.statusCode()));
    return response;
  }

  @Override
  public void close() {
    client.close();
    server.stop();
    sender.close(Duration.ZERO);
    engine.close();
    try {
      FileTree.remove(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
