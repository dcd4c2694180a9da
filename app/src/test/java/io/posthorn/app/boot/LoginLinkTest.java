package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.settings.Configuration;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The link that logs in to the console of a development server. */
final class LoginLinkTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  @TempDir Path directory = Path.of("");

  @AfterEach
  void stop() {
    http.shutdownNow();
  }

  @Test
  void in_development_mode_a_link_opens_one_session_of_an_admin() throws Exception {
    try (PosthornServer server = start(true)) {
      String link = server.loginLink().orElseThrow();

      HttpResponse<String> first = get(server, link);
      HttpResponse<String> second = get(server, link);

      String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
      assertThat(first.statusCode()).isEqualTo(303);
      assertThat(first.headers().firstValue("Location")).contains("/");
      assertThat(first.headers().firstValue("Cache-Control")).contains("no-store");
      assertThat(cookie).contains("HttpOnly").contains("SameSite=Strict");
      assertThat(get(server, "/console/session", "Cookie", cookie.split(";", 2)[0]).body())
          .contains("\"role\":\"admin\"", "\"customerId\":\"*\"");
      assertThat(second.statusCode()).isEqualTo(303);
      assertThat(second.headers().firstValue("Location")).contains("/#/?loginLink=refused");
      assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
      assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain(link.substring(15));
    }
  }

  @Test
  void a_server_in_production_has_no_such_links() throws Exception {
    try (PosthornServer server = start(false)) {
      assertThat(server.loginLink()).isEmpty();
      assertThat(get(server, "/console/login/x").statusCode()).isEqualTo(404);
    }
  }

  private PosthornServer start(boolean development) {
    Map<String, String> settings =
        Map.of(
            "POSTHORN_DATA_DIR", directory.toString(),
            "POSTHORN_DATA_MIN_FREE", "1KiB",
            "POSTHORN_HTTP_PORT", "0");
    Configuration configuration = Configuration.load(null, settings);
    return PosthornServer.start(
        development ? configuration.forDevelopment() : configuration,
        "test",
        new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  private HttpResponse<String> get(PosthornServer server, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
