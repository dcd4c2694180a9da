package io.posthorn.server.console;

import io.helidon.webserver.WebServer;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.ManualEngine;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.LoopbackClient;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.KeyLastUsed;
import io.posthorn.server.access.Sessions;
import io.posthorn.server.api.admin.CustomersApi;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.stats.OverviewApi;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.SecretBox;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The console's API on a real port, over an in-memory shard, in virtual time. */
final class ConsoleFixture implements AutoCloseable {
  static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  final ManualEngine engine = EngineUnderTest.manual(Rules.DEFAULT, START);
  final LiveBroadcaster live = new LiveBroadcaster();
  private final WebServer server;
  private final LoopbackClient client;

  ConsoleFixture() {
    InstantSource time = () -> Instant.ofEpochMilli(engine.now());
    Clock clock = time.withZone(ZoneOffset.UTC);
    Sessions sessions = new Sessions(new SecretBox(new byte[32]), clock, engine.marks());
    Authenticator authenticator =
        new Authenticator(engine, clock, KeyLastUsed.inMemory(), sessions);
    SessionApi.About about = new SessionApi.About("test", true);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new SessionApi(engine, authenticator, sessions, about, clock).routes());
    routes.addAll(new OverviewApi(engine, clock, Rules.DEFAULT).routes());
    routes.addAll(new CustomersApi(engine, new AuditedChanges(engine, clock)).routes());
    routes.addAll(new LiveStream(live, true).routes());
    routes.addAll(StaticPages.routes());
    HttpServer http =
        new HttpServer(
            authenticator,
            (where, requestId, error) -> {
              throw new AssertionError("unexpected at " + where, error);
            });
    server = http.open("127.0.0.1", 0, routes);
    client = new LoopbackClient(server.port());
    engine.executeNow(request -> new Command.PutCustomer(request, "default")).join();
    engine.executeNow(request -> new Command.PutCustomer(request, "other")).join();
  }

  ApiKeySecret key(Role role, @Nullable String customerId, long expiresAt) {
    ApiKeySecret text = ApiKeySecret.random();
    ApiKey key = text.key("of a test", role, customerId, START, expiresAt);
    engine.executeNow(request -> new Command.PutKey(request, key)).join();
    return text;
  }

  void revoke(ApiKeySecret key) {
    engine.executeNow(request -> new Command.DeleteKey(request, key.digest())).join();
  }

  void pass(long millis) {
    engine.goTo(engine.now() + millis);
  }

  /** Logs in and returns the session cookie. */
  String logIn(ApiKeySecret key) {
    return cookie(logIn(key.clear()).headers().firstValue("Set-Cookie").orElseThrow());
  }

  /** The cookie that a browser sends after this Set-Cookie header. */
  static String cookie(String set) {
    return set.split(";", 2)[0];
  }

  HttpResponse<String> logIn(String key, String... headers) {
    List<String> all = new ArrayList<>(List.of("X-Posthorn-Console", "1"));
    all.addAll(List.of(headers));
    return call(
        "POST", "/console/session", "{\"key\":\"" + key + "\"}", all.toArray(String[]::new));
  }

  /** Makes a call; headers are alternating names and values. */
  HttpResponse<String> call(String method, String path, @Nullable String body, String... headers) {
    return client.call(method, path, body, LoopbackClient.headers(headers));
  }

  HttpResponse<byte[]> bytes(String path, String... headers) {
    return client.call(
        "GET", path, null, LoopbackClient.headers(headers), BodyHandlers.ofByteArray());
  }

  HttpResponse<InputStream> stream(String path, String... headers) {
    return client.call(
        "GET", path, null, LoopbackClient.headers(headers), BodyHandlers.ofInputStream());
  }

  @Override
  public void close() {
    live.close();
    client.close();
    server.stop();
    engine.close();
  }
}
