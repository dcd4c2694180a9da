package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.engine.error.StartException;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.tls.Certificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The listeners of a server. */
@Timeout(120)
final class ListenersTest {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"/health/live", "/health/ready", "/metrics"})
  void health_and_metrics_need_no_key_on_the_main_port(String path) throws Exception {
    try (LiveServer node = LiveServer.dev(directory, Map.of())) {
      assertThat(node.opsPort()).isEqualTo(node.port());
      assertThat(status("http", node.port(), path)).isEqualTo(200);
    }
  }

  @Test
  void the_server_is_ready_while_delivery_is_paused_and_says_so() {
    try (LiveServer node = LiveServer.dev(directory, Map.of())) {
      node.post("/api/v1/delivery/pause", "");
      JsonResponse paused = node.get("/health/ready");
      node.post("/api/v1/delivery/resume", "");

      assertThat(paused.status()).isEqualTo(200);
      assertThat(paused.body()).contains("delivery is paused for all customers");
      assertThat(node.get("/health/ready").body()).contains("\"Running.\"");
    }
  }

  @Test
  void with_a_separate_port_health_and_metrics_are_only_there() throws Exception {
    try (LiveServer node = LiveServer.dev(directory, Map.of("POSTHORN_OPS_PORT", "0"))) {
      int ops = node.opsPort();
      assertThat(ops).isNotEqualTo(node.port());
      for (String path : new String[] {"/health/live", "/health/ready", "/metrics"}) {
        assertThat(status("http", ops, path)).as(path).isEqualTo(200);
        assertThat(status("http", node.port(), path)).as(path).isEqualTo(404);
      }
      assertThat(status("http", ops, "/api/v1/subscriptions")).isEqualTo(404);
      assertThat(status("http", node.port(), "/api/v1/subscriptions")).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0"})
  void health_works_over_http_1_0_as_a_proxy_sends_it(String opsPort) throws Exception {
    Map<String, String> settings =
        opsPort.isEmpty() ? Map.of() : Map.of("POSTHORN_OPS_PORT", opsPort);
    try (LiveServer node = LiveServer.dev(directory, settings)) {
      for (String path : new String[] {"/health/live", "/health/ready", "/metrics"}) {
        for (String host : new String[] {"", "Host: upstream\r\n"}) {
          String response =
              raw(
                  node.opsPort(),
                  "GET " + path + " HTTP/1.0\r\n" + host + "Connection: close\r\n\r\n");
          assertThat(response).as(path).startsWith("HTTP/1.").contains(" 200 OK\r\n");
        }
      }
    }
  }

  /** Sends bytes and returns what comes until the server closes the connection. */
  private static String raw(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void with_a_certificate_the_main_port_uses_https_and_the_ops_port_plain_http() throws Exception {
    Map<String, String> settings =
        Map.of(
            "POSTHORN_HTTP_TLS_CERTIFICATE", Certificates.file("first.pem").toString(),
            "POSTHORN_HTTP_TLS_KEY", Certificates.file("first.key").toString(),
            "POSTHORN_OPS_PORT", "0");
    try (LiveServer node = LiveServer.dev(directory, settings)) {
      assertThat(status("https", node.port(), "/api/v1/subscriptions")).isEqualTo(401);
      assertThat(status("http", node.opsPort(), "/health/ready")).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"POSTHORN_HTTP_PORT, http.port", "POSTHORN_OPS_PORT, ops.port"})
  void a_port_in_use_prevents_the_start_with_one_line_and_leaves_nothing_open(
      String variable, String setting) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertThatThrownBy(() -> LiveServer.dev(directory, Map.of(variable, port)))
          .isInstanceOf(StartException.class)
          .hasMessageStartingWith(setting + ": cannot listen on 127.0.0.1 port " + port)
          .hasMessageNotContaining("\n");
    }
    try (LiveServer again = LiveServer.dev(directory, Map.of())) {
      assertThat(again.get("/health/ready").status()).isEqualTo(200);
    }
  }

  @Test
  void an_unusable_certificate_prevents_the_start_with_one_line() {
    Map<String, String> settings =
        Map.of(
            "POSTHORN_HTTP_TLS_CERTIFICATE", Certificates.file("expired.pem").toString(),
            "POSTHORN_HTTP_TLS_KEY", Certificates.file("expired.key").toString());
    assertThatThrownBy(() -> LiveServer.dev(directory, settings))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("http.tls.certificate: ")
        .hasMessageContaining("was valid until 2021")
        .hasMessageNotContaining("\n");
  }

  /** The response to a caller without a key. */
  private static int status(String scheme, int port, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("%s://localhost:%d%s".formatted(scheme, port, path));
    try (HttpClient caller =
        HttpClient.newBuilder()
            .sslContext(Certificates.trusting())
            .version(Version.HTTP_1_1)
            .build()) {
      return caller
          .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
          .statusCode();
    }
  }
}
