package io.posthorn.app.boot;

import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.settings.Configuration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A complete server in this process, on the engine under test, with an admin client. */
final class LiveServer implements AutoCloseable {
  static final String ADMIN = "an-admin-key-of-the-tests-0123456789";

  private final PosthornServer node;
  private final ByteArrayOutputStream log;
  private final HttpClient client;
  private final String key;

  private LiveServer(
      PosthornServer node, ByteArrayOutputStream log, HttpClient client, String key) {
    this.node = node;
    this.log = log;
    this.client = client;
    this.key = key;
  }

  private static LiveServer start(Configuration configuration, Resolver resolver) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8);
    PosthornServer node = PosthornServer.start(configuration, "test", out, resolver);
    return new LiveServer(node, log, HttpClient.newHttpClient(), ADMIN);
  }

  /**
   * Starts one with production checks.
   *
   * @param more settings as environment variables
   */
  static LiveServer strict(Path data, Map<String, String> more, Resolver resolver) {
    return start(configuration(data, more), resolver);
  }

  /** Starts one without {@code api.admin-key}, which creates a key if its store is empty. */
  static LiveServer withoutKey(Path data) {
    return start(Configuration.load(null, environment(data)), Resolver.SYSTEM);
  }

  /** The admin key, if the start created it. */
  Optional<String> newKey() {
    return node.newKey().map(ApiKeySecret::clear);
  }

  /** Starts one as {@code --dev} does. */
  static LiveServer dev(Path data, Map<String, String> more) {
    return start(configuration(data, more).forDevelopment(), Resolver.SYSTEM);
  }

  /** Starts a strict one that sends to loopback without TLS, and retries late. */
  static LiveServer local(Path data, Resolver resolver) {
    Map<String, String> loopback =
        Map.of("POSTHORN_SECURITY_ALLOWED_TARGETS", "127.0.0.1/32", "POSTHORN_RETRY_UNIT", "10m");
    return strict(data, loopback, resolver);
  }

  /** The settings of every test server: the data directory, the engine, and any free port. */
  private static Map<String, String> environment(Path data) {
    Map<String, String> environment = new HashMap<>();
    environment.put("POSTHORN_DATA_DIR", data.toString());
    environment.put("POSTHORN_HTTP_PORT", "0");
    switch (EngineUnderTest.chosen()) {
      case EMBEDDED -> environment.put("POSTHORN_DATA_MIN_FREE", "1KiB");
      case KAFKA -> environment.putAll(KafkaUnderTest.settings(data));
    }
    return environment;
  }

  private static Configuration configuration(Path data, Map<String, String> more) {
    Map<String, String> environment = environment(data);
    environment.put("POSTHORN_API_ADMIN_KEY", ADMIN);
    environment.putAll(more);
    return Configuration.load(null, environment);
  }

  /** The same server, called with another key. */
  LiveServer as(String otherKey) {
    return new LiveServer(node, log, client, otherKey);
  }

  JsonResponse get(String path) {
    return send(request(path));
  }

  /** Reads as an admin for one customer. */
  JsonResponse getFor(String customerId, String path) {
    return send(request(path).header("X-Customer-Id", customerId));
  }

  JsonResponse post(String path, String body) {
    return send(request(path).POST(BodyPublishers.ofString(body)));
  }

  JsonResponse postFor(String customerId, String path, String body) {
    return send(
        request(path).header("X-Customer-Id", customerId).POST(BodyPublishers.ofString(body)));
  }

  JsonResponse put(String path) {
    return send(request(path).PUT(BodyPublishers.noBody()));
  }

  /** Makes a call for the default customer. */
  JsonResponse call(String method, String path, @Nullable String body) {
    return send(
        request(path)
            .header("X-Customer-Id", "default")
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  /** The log so far. */
  String log() {
    return log.toString(StandardCharsets.UTF_8);
  }

  int port() {
    return node.port();
  }

  /** The port of health and metrics. */
  int opsPort() {
    return node.opsPort();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
        .header("Authorization", "Bearer " + key);
  }

  /** The bytes of a response, such as a file. */
  byte[] bytes(String path) {
    return send(request(path), BodyHandlers.ofByteArray()).body();
  }

  private JsonResponse send(HttpRequest.Builder request) {
    return new JsonResponse(send(request, BodyHandlers.ofString()));
  }

  private <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> body) {
    try {
      return client.send(request.build(), body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    node.close();
  }
}
