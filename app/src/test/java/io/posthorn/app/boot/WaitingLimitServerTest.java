package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.server.JsonResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code limits.waiting-messages} on a whole server. */
final class WaitingLimitServerTest {
  private static final Map<String, String> TWO = Map.of("POSTHORN_LIMITS_WAITING_MESSAGES", "2");

  @TempDir Path directory = Path.of("");

  @Test
  void a_customer_over_its_limit_gets_429_and_another_does_not() throws IOException {
    // Every attempt fails, so that everything waits.
    try (HttpReceiver receiver = HttpReceiver.start().behaveAs(PlannedResponse.status(500));
        LiveServer live = LiveServer.dev(directory, TWO)) {
      live.put("/api/v1/customers/acme");
      subscribe(live, "default", receiver);
      subscribe(live, "acme", receiver);

      assertThat(post(live, "default", "e1").status()).isEqualTo(202);
      assertThat(post(live, "default", "e2").status()).isEqualTo(202);
      JsonResponse refused = post(live, "default", "e3");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("Retry-After")).contains("10");
      assertThat(refused.body()).contains("default", "limit of 2 waiting messages");
      assertThat(live.getFor("default", "/api/v1/events/e3").status()).isEqualTo(404);

      assertThat(post(live, "default", "e1").status()).isEqualTo(202);
      assertThat(post(live, "acme", "e1").status()).isEqualTo(202);
    }
    try (LiveServer live = LiveServer.dev(directory, TWO)) {
      assertThat(post(live, "default", "e3").status()).isEqualTo(429);
    }
  }

  private static JsonResponse post(LiveServer live, String customerId, String id) {
    return live.postFor(
        customerId,
        "/api/v1/events",
        "{\"id\":\"%s\",\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{}}"
            .formatted(id));
  }

  private static void subscribe(LiveServer live, String customerId, HttpReceiver receiver) {
    String subscription =
        "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"url\":\"%s\"}"
            .formatted(receiver.url("/hook"));
    assertThat(live.postFor(customerId, "/api/v1/subscriptions", subscription).status())
        .isEqualTo(201);
  }
}
