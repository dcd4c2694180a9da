package io.posthorn.server.node;

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

/** A whole server on stage, with somebody who calls it with the admin's key. */
final class NodeStage implements AutoCloseable {
  private static final String KEY = "phk_" + "0123456789abcdef".repeat(2);

  final Node node;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final HttpClient client;
  private final String scheme;

  NodeStage(Path directory, Map<String, String> more) {
    this(directory, more, HttpClient.newHttpClient(), "http");
  }

  NodeStage(Path directory, Map<String, String> more, HttpClient client, String scheme) {
    this.client = client;
    this.scheme = scheme;
    Map<String, String> environment = new HashMap<>(more);
    environment.put("POSTHORN_DATA_DIR", directory.resolve("data").toString());
    environment.putIfAbsent("POSTHORN_DATA_MIN_FREE", "1KiB");
    environment.putIfAbsent("POSTHORN_HTTP_PORT", "0");
    environment.put("POSTHORN_API_ADMIN_KEY", KEY);
    Configuration configuration = Configuration.load(null, environment).forDevelopment();
    node = Node.start(configuration, "test", new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  HttpResponse<String> get(int port, String path) {
    return send(HttpRequest.newBuilder(uri(scheme, port, path)));
  }

  HttpResponse<String> getPlainly(int port, String path) {
    return send(HttpRequest.newBuilder(uri("http", port, path)));
  }

  HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(uri(scheme, node.port(), path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + KEY)
            .POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> delete(String path) {
    return send(
        HttpRequest.newBuilder(uri(scheme, node.port(), path))
            .header("Authorization", "Bearer " + KEY)
            .DELETE());
  }

  private static URI uri(String scheme, int port, String path) {
    return URI.create("%s://localhost:%d%s".formatted(scheme, port, path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    node.close();
    client.close();
  }
}
