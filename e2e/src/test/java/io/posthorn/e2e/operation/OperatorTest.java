package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.ApiAnswer;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.testkit.Patience;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Customers, keys, the red button and figures. */
final class OperatorTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  private final Api admin = SERVER.api();

  @Test
  void a_revoked_key_is_refused_at_once() {
    admin.put("/api/v1/customers/revoked", null).expect(201);
    ApiAnswer made = key("revoked", "manager");
    Api manager = admin.withKey(made.at("/key"));
    manager.get("/api/v1/subscriptions").expect(200);

    admin.delete("/api/v1/keys/" + made.at("/id")).expect(204);

    manager.get("/api/v1/subscriptions").expect(401);
  }

  @Test
  void the_red_button_of_a_customer_holds_its_deliveries_until_they_are_resumed() {
    Platform platform = customer("red");
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe("TASK", receiver.url());
      admin.post("/api/v1/customers/red/delivery/pause").expect(200);

      String message = platform.send("TASK");

      assertThat(platform.message(message).at("/waitsFor")).isEqualTo("paused");
      assertThat(receiver.requests()).isEmpty();
      admin.post("/api/v1/customers/red/delivery/resume").expect(200);
      platform.awaitMessage(message, "delivered");
    }
  }

  @Test
  void the_red_button_for_all_holds_everybody() {
    Platform platform = customer("everybody");
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe("TASK", receiver.url());
      admin.post("/api/v1/delivery/pause").expect(200);
      String message = platform.send("TASK");
      assertThat(platform.message(message).at("/waitsFor")).isEqualTo("paused");

      admin.post("/api/v1/delivery/resume").expect(200);

      platform.awaitMessage(message, "delivered");
    }
  }

  @Test
  void deleting_a_customer_cancels_and_erases_all_it_has_but_the_audit_line() {
    Platform platform = customer("erased");
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      platform.api().post("/api/v1/endpoints/" + subscription.endpointId() + "/pause").expect(200);
      platform.post("TASK", 50);

      admin.delete("/api/v1/customers/erased").expect(202);

      Patience.until("erased", () -> admin.get("/api/v1/customers/erased").status() == 404);
      platform.api().get("/api/v1/subscriptions").expect(401);
      assertThat(receiver.requests()).isEmpty();
      assertThat(admin.get("/api/v1/audit").expect(200).text()).contains("customer.erase");
    }
  }

  @Test
  void statistics_and_percentiles_tell_what_happened() {
    Platform platform = customer("counted");
    String from = Instant.now().minusSeconds(120).toString();
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      platform.post("TASK", 10);

      String stats = "/api/v1/stats?from=" + from + "&step=1m";
      Patience.until("ten delivered", () -> sum(platform.api().get(stats), "delivered") == 10);

      ApiAnswer heard = platform.api().get(stats).expect(200);
      assertThat(sum(heard, "accepted")).isEqualTo(10);
      assertThat(sum(heard, "failed")).isZero();
      assertThat(heard.json().findValues("p99")).isNotEmpty();
      ApiAnswer endpoint = platform.endpoint(subscription.endpointId());
      assertThat(endpoint.at("/successes")).isEqualTo("10");
      assertThat(endpoint.json().at("/latency/p50").isNumber()).isTrue();
    }
  }

  private static int sum(ApiAnswer stats, String field) {
    return stats.json().path("data").findValues(field).stream()
        .mapToInt(value -> value.asInt())
        .sum();
  }

  /** A customer of its own, as its manager sees it. */
  private Platform customer(String id) {
    admin.put("/api/v1/customers/" + id, null).expect(201);
    return new Platform(admin.withKey(key(id, "manager").at("/key")));
  }

  private ApiAnswer key(String customerId, String role) {
    return admin
        .post(
            "/api/v1/keys",
            """
            {"name": "a key", "role": "%s", "customerId": "%s"}"""
                .formatted(role, customerId))
        .expect(201);
  }
}
