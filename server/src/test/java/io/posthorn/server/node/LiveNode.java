package io.posthorn.server.node;

import io.posthorn.sender.Resolver;
import io.posthorn.server.Heard;
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
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A whole server on a store of its own, with an admin's key and all that it logs. */
final class LiveNode implements AutoCloseable {
  static final String ADMIN = "the-key-of-the-admin-of-a-test";

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Node node;

  /**
   * Starts one.
   *
   * @param more settings as environment variables, without their prefix
   */
  LiveNode(Path data, Map<String, String> more, Resolver resolver) {
    Map<String, String> environment = new HashMap<>();
    environment.put("POSTHORN_DATA_DIR", data.toString());
    environment.put("POSTHORN_DATA_MIN_FREE", "1KiB");
    environment.put("POSTHORN_HTTP_PORT", "0");
    environment.put("POSTHORN_API_ADMIN_KEY", ADMIN);
    more.forEach((name, value) -> environment.put("POSTHORN_" + name, value));
    Settings settings = Configuration.load(null, environment).settings();
    node =
        Node.start(settings, "test", new PrintStream(log, true, StandardCharsets.UTF_8), resolver);
  }

  /** One that sends to loopback without TLS. */
  static LiveNode local(Path data) {
    return new LiveNode(
        data,
        Map.of("SECURITY_ALLOWED_TARGETS", "127.0.0.1/32", "RETRY_UNIT", "10m"),
        Resolver.SYSTEM);
  }

  int port() {
    return node.port();
  }

  /** All that was logged so far. */
  String log() {
    return log.toString(StandardCharsets.UTF_8);
  }

  /** Makes a call as the admin. */
  Heard call(String method, String path, @Nullable String body) {
    return call(method, path, ADMIN, body);
  }

  Heard call(String method, String path, String key, @Nullable String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("Authorization", "Bearer " + key)
            .header("X-Customer-Id", "default")
            .build();
    try {
      return new Heard(client.send(request, BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    node.close();
  }
}
