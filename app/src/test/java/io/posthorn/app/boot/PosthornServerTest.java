package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.JsonResponse;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.settings.Configuration;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole server in this process, on a store of its own. */
final class PosthornServerTest {
  @TempDir Path directory = Path.of("");

  @Test
  void only_the_first_start_creates_a_customer_and_an_admin_key()
      throws IOException, InterruptedException {
    ApiKeySecret key;
    try (PosthornServer node = start()) {
      key = node.newKey().orElseThrow();
      assertThat(status(node, "/api/v1/subscriptions", key)).isEqualTo(200);
      assertThat(status(node, "/api/v1/subscriptions", new ApiKeySecret("wrong"))).isEqualTo(401);
      assertThat(status(node, "/health/ready", key)).isEqualTo(200);
    }
    try (PosthornServer node = start()) {
      assertThat(node.newKey()).isEmpty();
      assertThat(status(node, "/api/v1/subscriptions", key)).isEqualTo(200);
    }
  }

  @Test
  void the_last_admin_key_for_all_customers_cannot_be_revoked()
      throws IOException, InterruptedException {
    try (PosthornServer node = start()) {
      ApiKeySecret key = node.newKey().orElseThrow();
      String id = call(node, "GET", "/api/v1/keys", key, "").at("/data/0/id");
      String path = "/api/v1/keys/" + id;
      String ours = "{\"name\":\"ours\",\"role\":\"admin\",\"customerId\":\"default\"}";
      assertThat(call(node, "POST", "/api/v1/keys", key, ours).status()).isEqualTo(201);

      assertThat(call(node, "DELETE", path, key, "").status()).isEqualTo(409);

      String all = "{\"name\":\"all\",\"role\":\"admin\",\"customerId\":\"*\"}";
      assertThat(call(node, "POST", "/api/v1/keys", key, all).status()).isEqualTo(201);
      assertThat(call(node, "DELETE", path, key, "").status()).isEqualTo(204);
      assertThat(status(node, "/api/v1/keys", key)).isEqualTo(401);
    }
  }

  private static JsonResponse call(
      PosthornServer node, String method, String path, ApiKeySecret key, String body)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
              .header("Authorization", "Bearer " + key.clear())
              .method(method, BodyPublishers.ofString(body))
              .build();
      return new JsonResponse(client.send(request, BodyHandlers.ofString()));
    }
  }

  private PosthornServer start() {
    Map<String, String> environment =
        Map.of(
            "POSTHORN_DATA_DIR", directory.resolve("data").toString(),
            "POSTHORN_DATA_MIN_FREE", "1KiB",
            "POSTHORN_HTTP_PORT", "0");
    Configuration configuration = Configuration.load(null, environment).forDevelopment();
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return PosthornServer.start(configuration, "test", nowhere);
  }

  private static int status(PosthornServer node, String path, ApiKeySecret key)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://127.0.0.1:" + node.port() + path);
      HttpRequest request =
          HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + key.clear()).build();
      return client.send(request, BodyHandlers.discarding()).statusCode();
    }
  }
}
