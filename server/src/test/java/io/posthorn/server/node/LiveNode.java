package io.posthorn.server.node;

import io.posthorn.sender.Resolver;
import io.posthorn.server.Heard;
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
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A whole server in this process, on a store of its own, and an admin who calls it. */
final class LiveNode implements AutoCloseable {
  static final String ADMIN = "an-admin-key-of-the-tests-0123456789";

  private final Node node;
  private final ByteArrayOutputStream log;
  private final HttpClient client;
  private final String key;

  private LiveNode(Node node, ByteArrayOutputStream log, HttpClient client, String key) {
    this.node = node;
    this.log = log;
    this.client = client;
    this.key = key;
  }

  private LiveNode(Configuration configuration, Resolver resolver) {
    log = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8);
    node = Node.start(configuration, "test", out, resolver);
    client = HttpClient.newHttpClient();
    key = ADMIN;
  }

  /**
   * Starts one that is as strict as in earnest.
   *
   * @param more settings as environment variables, without their prefix
   */
  LiveNode(Path data, Map<String, String> more, Resolver resolver) {
    this(configuration(data, prefixed(more)), resolver);
  }

  /** Starts one as {@code --dev} does. */
  static LiveNode start(Path data, Map<String, String> more) {
    return new LiveNode(configuration(data, more).forDevelopment(), Resolver.SYSTEM);
  }

  /** One that sends to loopback without TLS, and retries late. */
  static LiveNode local(Path data) {
    Map<String, String> loopback =
        Map.of("SECURITY_ALLOWED_TARGETS", "127.0.0.1/32", "RETRY_UNIT", "10m");
    return new LiveNode(data, loopback, Resolver.SYSTEM);
  }

  private static Map<String, String> prefixed(Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>();
    settings.forEach((name, value) -> environment.put("POSTHORN_" + name, value));
    return environment;
  }

  private static Configuration configuration(Path data, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("POSTHORN_DATA_DIR", data.toString());
    environment.put("POSTHORN_DATA_MIN_FREE", "1KiB");
    environment.put("POSTHORN_HTTP_PORT", "0");
    environment.put("POSTHORN_API_ADMIN_KEY", ADMIN);
    environment.putAll(more);
    return Configuration.load(null, environment);
  }

  /** The same server, called with another key. */
  LiveNode as(String otherKey) {
    return new LiveNode(node, log, client, otherKey);
  }

  HttpResponse<String> get(String path) {
    return send(request(path));
  }

  /** As an admin who means a customer. */
  HttpResponse<String> getFor(String customerId, String path) {
    return send(request(path).header("X-Customer-Id", customerId));
  }

  HttpResponse<String> post(String path, String body) {
    return send(request(path).POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> postFor(String customerId, String path, String body) {
    return send(
        request(path).header("X-Customer-Id", customerId).POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> put(String path) {
    return send(request(path).PUT(BodyPublishers.noBody()));
  }

  /** Any call for the customer that is there from the start. */
  Heard call(String method, String path, @Nullable String body) {
    return new Heard(
        send(
            request(path)
                .header("X-Customer-Id", "default")
                .method(
                    method,
                    body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))));
  }

  Heard call(String method, String path, String otherKey, @Nullable String body) {
    return as(otherKey).call(method, path, body);
  }

  /** What was logged so far. */
  String log() {
    return log.toString(StandardCharsets.UTF_8);
  }

  Node node() {
    return node;
  }

  int port() {
    return node.port();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
        .header("Authorization", "Bearer " + key);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
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
