package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.receiver.HttpReceiver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code retention.max-bytes} on a whole server. */
@Tag("thorough")
final class MaxBytesServerTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  @TempDir Path directory = Path.of("");

  @Test
  void above_the_limit_the_oldest_payloads_are_removed_and_logged_and_cannot_be_replayed()
      throws IOException {
    Map<String, String> small = Map.of("POSTHORN_RETENTION_MAX_BYTES", "2MiB");
    try (HttpReceiver receiver = HttpReceiver.start();
        LiveServer live = LiveServer.dev(directory, small)) {
      String subscription =
          "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"url\":\"%s\"}"
              .formatted(receiver.url("/hook"));
      assertThat(live.post("/api/v1/subscriptions", subscription).status()).isEqualTo(201);
      Random noise = new Random(7);
      for (int i = 0; i < 40; i++) {
        assertThat(live.post("/api/v1/events", event(i, noise)).status()).isEqualTo(202);
      }
      await().atMost(TIMEOUT).until(() -> receiver.requests().size() == 40);
      await().atMost(TIMEOUT).until(() -> live.log().contains("event=retention_early"));

      String first = "/api/v1/messages/" + receiver.requests().getFirst().header("webhook-id");
      assertThat(live.get(first).status()).isEqualTo(200);
      assertThat(live.post(first + "/replay", "").status()).isEqualTo(409);
    }
  }

  private static String event(int number, Random noise) {
    byte[] bytes = new byte[100_000];
    noise.nextBytes(bytes);
    return "{\"id\":\"e%d\",\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{\"a\":\"%s\"}}"
        .formatted(number, Base64.getEncoder().encodeToString(bytes));
  }
}
