package io.posthorn.server.console;

import io.helidon.webserver.WebServer;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.StagedEngine;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.access.KeyUse;
import io.posthorn.server.access.Sessions;
import io.posthorn.server.api.admin.CustomersApi;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.stats.OverviewApi;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.SecretBox;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The console's calls on a real port, over a shard in memory, in virtual time. */
final class ConsoleStage implements AutoCloseable {
  static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  final StagedEngine engine = EngineUnderTest.staged(Rules.DEFAULT, START);
  final LiveBoard live = new LiveBoard();
  private final WebServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  ConsoleStage() {
    InstantSource time = () -> Instant.ofEpochMilli(engine.now());
    Clock clock = time.withZone(ZoneOffset.UTC);
    Sessions sessions = new Sessions(new SecretBox(new byte[32]), clock, engine.sessions());
    Authenticator authenticator = new Authenticator(engine, clock, KeyUse.inMemory(), sessions);
    SessionApi.About about = new SessionApi.About("test", true);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new SessionApi(engine, authenticator, sessions, about, clock).routes());
    routes.addAll(new OverviewApi(engine, clock, Rules.DEFAULT).routes());
    routes.addAll(new CustomersApi(engine, new AuditedChanges(engine, clock)).routes());
    routes.addAll(new LiveStream(live, true).routes());
    routes.addAll(new ConsolePages().routes());
    HttpServer http =
        new HttpServer(
            authenticator,
            (where, requestId, error) -> {
              throw new AssertionError("unexpected at " + where, error);
            });
    server = http.open("127.0.0.1", 0, routes);
    engine.executeNow(request -> new Command.PutCustomer(request, "default")).join();
    engine.executeNow(request -> new Command.PutCustomer(request, "other")).join();
  }

  KeyText key(Role role, @Nullable String customerId, long expiresAt) {
    KeyText text = KeyText.random();
    ApiKey key =
        new ApiKey(
            "key_" + KeyText.random128(),
            text.digest(),
            text.prefix(),
            "of a test",
            role,
            customerId,
            START,
            expiresAt);
    engine.executeNow(request -> new Command.PutKey(request, key)).join();
    return text;
  }

  void revoke(KeyText key) {
    engine.executeNow(request -> new Command.DeleteKey(request, key.digest())).join();
  }

  void pass(long millis) {
    engine.goTo(engine.now() + millis);
  }

  /** Logs in; the cookie to be sent back. */
  String logIn(KeyText key) {
    return cookie(logIn(key.clear()).headers().firstValue("Set-Cookie").orElseThrow());
  }

  /** What a browser sends back of a header that set a cookie. */
  static String cookie(String set) {
    return set.split(";", 2)[0];
  }

  HttpResponse<String> logIn(String key, String... headers) {
    List<String> all = new ArrayList<>(List.of("X-Posthorn-Console", "1"));
    all.addAll(List.of(headers));
    return call(
        "POST", "/console/session", "{\"key\":\"" + key + "\"}", all.toArray(String[]::new));
  }

  /** Makes a call; headers are names and values in turn. */
  HttpResponse<String> call(String method, String path, @Nullable String body, String... headers) {
    return send(request(method, path, body, headers), BodyHandlers.ofString());
  }

  HttpResponse<byte[]> bytes(String path, String... headers) {
    return send(request("GET", path, null, headers), BodyHandlers.ofByteArray());
  }

  HttpResponse<InputStream> stream(String path, String... headers) {
    return send(request("GET", path, null, headers), BodyHandlers.ofInputStream());
  }

  private HttpRequest request(
      String method, String path, @Nullable String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request.build();
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request, handler);
    } catch (IOException e) {
      throw new AssertionError("no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    live.close();
    client.shutdownNow();
    server.stop();
    engine.close();
  }
}
