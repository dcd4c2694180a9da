package io.posthorn.app.boot;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
                    "operator:not-to-be-seen"))) {
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
        caller.getOutputStream().write("HTTP/1.1 403 No\r\n\r\n".getBytes(ISO_8859_1));
      }

      assertThat(head)
          .contains(
              "CONNECT 127.0.0.1:9 HTTP/1.1",
              "Proxy-Authorization: Basic b3BlcmF0b3I6bm90LXRvLWJlLXNlZW4=");
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(live.log()).contains("The outbound proxy responded 403"));
      assertThat(live.get("/api/v1/settings?limit=1000").body())
          .contains("delivery.proxy-credentials")
          .doesNotContain("not-to-be-seen");
      assertThat(live.log()).doesNotContain("not-to-be-seen", "b3BlcmF0b3I6");
    }
  }
}
