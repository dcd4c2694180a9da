package io.posthorn.server.node;

import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
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

/** A whole server in this process, on a store of its own, and an admin who calls it. */
final class LiveNode implements AutoCloseable {
  static final String KEY = "an-admin-key-of-the-tests-0123456789";

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

  static LiveNode start(Path data, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("POSTHORN_DATA_DIR", data.toString());
    environment.put("POSTHORN_DATA_MIN_FREE", "1KiB");
    environment.put("POSTHORN_HTTP_PORT", "0");
    environment.put("POSTHORN_API_ADMIN_KEY", KEY);
    environment.putAll(more);
    Settings settings = Configuration.load(null, environment).forDevelopment().settings();
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8);
    return new LiveNode(Node.start(settings, "test", out), log, HttpClient.newHttpClient(), KEY);
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

  /** What was logged so far. */
  String log() {
    return log.toString(StandardCharsets.UTF_8);
  }

  Node node() {
    return node;
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
