package io.posthorn.app.boot;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.server.JsonResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code delivery.proxy} on a whole server. */
final class OutboundProxyServerTest {
  private static final String CREDENTIALS = "operator:not-to-be-seen";
  private static final String SENT = "b3BlcmF0b3I6bm90LXRvLWJlLXNlZW4=";

  /** The response of a proxy that repeats what it was sent. */
  private static final String REFUSAL =
      "HTTP/1.1 403 You sent %s\r\nX-Sent: %s\r\nContent-Length: 60\r\n\r\nYou sent Basic %s, %s"
          .formatted(SENT, SENT, SENT, CREDENTIALS);

  @TempDir Path directory = Path.of("");

  @Test
  void requests_take_the_proxy_and_its_credentials_are_neither_shown_nor_logged()
      throws IOException {
    try (ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        LiveServer live =
            LiveServer.dev(
                directory,
                Map.of(
                    "POSTHORN_DELIVERY_PROXY",
                    "http://127.0.0.1:" + proxy.getLocalPort(),
                    "POSTHORN_DELIVERY_PROXY_CREDENTIALS",
                    CREDENTIALS))) {
      live.post(
          "/api/v1/subscriptions",
          "{\"objCode\":\"TASK\",\"eventType\":\"*\",\"url\":\"http://127.0.0.1:9/hook\"}");
      live.post(
          "/api/v1/events", "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{}}");

      List<String> head = new ArrayList<>();
      try (Socket caller = proxy.accept();
          BufferedReader in =
              new BufferedReader(new InputStreamReader(caller.getInputStream(), ISO_8859_1))) {
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
          head.add(line);
        }
        caller.getOutputStream().write(REFUSAL.getBytes(ISO_8859_1));
      }

      assertThat(head)
          .contains("CONNECT 127.0.0.1:9 HTTP/1.1", "Proxy-Authorization: Basic " + SENT);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(live.log()).contains("The outbound proxy responded 403"));
      assertThat(live.get("/api/v1/settings?limit=1000").body())
          .contains("delivery.proxy-credentials")
          .doesNotContain("not-to-be-seen");
      String message = live.call("GET", "/api/v1/messages", null).at("/data/0/id");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> shown(live, message).at("/attempts/0/error").equals("connection"));
      String shown = shown(live, message).body();
      String endpoints = live.call("GET", "/api/v1/endpoints", null).body();
      String audit = live.call("GET", "/api/v1/audit", null).body();
      String metrics = live.call("GET", "/metrics", null).body();
      assertThat(metrics).contains("posthorn_");
      for (String text : List.of(live.log(), shown, endpoints, audit, metrics)) {
        assertThat(text).doesNotContain("not-to-be-seen", "b3BlcmF0b3I6");
      }
    }
  }

  private static JsonResponse shown(LiveServer live, String message) {
    return live.call("GET", "/api/v1/messages/" + message, null);
  }
}
