package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.engine.error.StartException;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.server.secrets.SigningSecret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code operational-events.url} on a whole server. */
final class OperationalEventsServerTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String SUBSCRIPTION =
      "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"url\":\"%s\"}";

  private final SigningSecret secret = SigningSecret.random();
  @TempDir Path directory = Path.of("");

  @Test
  void the_operator_receives_signed_operational_events_of_every_customer() throws Exception {
    try (HttpReceiver operator = HttpReceiver.start();
        HttpReceiver customer = HttpReceiver.start();
        LiveServer live = LiveServer.dev(directory, settings(operator, secret))) {
      live.put("/api/v1/customers/acme");
      String endpoint = subscribe(live, "acme", customer.url("/hook"));
      live.postFor("acme", "/api/v1/endpoints/" + endpoint + "/pause", "");

      await().atMost(TIMEOUT).until(() -> operator.requests().size() == 1);
      ReceivedRequest request = operator.requests().getFirst();
      assertThat(request.body())
          .contains("\"objCode\":\"POSTHORN_ENDPOINT\"", "\"eventType\":\"paused\"")
          .contains("\"customerId\":\"acme\"", endpoint);
      assertThat(request.header("webhook-signature")).isEqualTo(signature(secret, request));
    }
  }

  @Test
  void in_format_slack_the_operator_gets_a_sentence_with_a_link_to_the_console() throws Exception {
    Map<String, String> slack =
        Map.of(
            "POSTHORN_OPERATIONAL_EVENTS_FORMAT", "slack",
            "POSTHORN_CONSOLE_PUBLIC_URL", "https://posthorn.example/");
    try (HttpReceiver operator = HttpReceiver.start();
        HttpReceiver customer = HttpReceiver.start();
        LiveServer live = LiveServer.dev(directory, with(slack, settings(operator, secret)))) {
      String endpoint = subscribe(live, "default", customer.url("/hook"));
      live.postFor("default", "/api/v1/endpoints/" + endpoint + "/pause", "");

      await().atMost(TIMEOUT).until(() -> operator.requests().size() == 1);
      assertThat(operator.requests().getFirst().body())
          .isEqualTo(
              "{\"text\":\"Endpoint %s of customer default was paused. Its due messages are held until it is resumed. <https://posthorn.example/#/customers/default/endpoints/%s|Open in the console>\"}"
                  .formatted(customer.url("/hook"), endpoint));
    }
  }

  @Test
  void a_new_secret_applies_after_the_next_start_also_to_waiting_messages() throws Exception {
    SigningSecret next = SigningSecret.random();
    try (HttpReceiver operator = HttpReceiver.start().behaveAs(PlannedResponse.status(500));
        HttpReceiver customer = HttpReceiver.start()) {
      Map<String, String> fast = Map.of("POSTHORN_RETRY_UNIT", "50ms");
      try (LiveServer live = LiveServer.dev(directory, with(fast, settings(operator, secret)))) {
        String endpoint = subscribe(live, "default", customer.url("/hook"));
        live.postFor("default", "/api/v1/endpoints/" + endpoint + "/pause", "");
        await().atMost(TIMEOUT).until(() -> !operator.requests().isEmpty());
      }
      int before = operator.requests().size();
      try (LiveServer _ = LiveServer.dev(directory, with(fast, settings(operator, next)))) {
        await().atMost(TIMEOUT).until(() -> operator.requests().size() > before);
      }
      ReceivedRequest again = operator.requests().getLast();
      assertThat(again.header("webhook-id"))
          .isEqualTo(operator.requests().getFirst().header("webhook-id"));
      assertThat(again.header("webhook-signature")).isEqualTo(signature(next, again));
    }
  }

  @Test
  void an_admin_sees_the_operators_endpoint_and_enables_it_and_customers_do_not()
      throws IOException {
    try (HttpReceiver operator = HttpReceiver.start();
        LiveServer live = LiveServer.dev(directory, settings(operator, secret))) {
      String list = live.getFor(OperatorSubscription.CUSTOMER, "/api/v1/endpoints").body();
      assertThat(list).contains(operator.url("/hook"));
      String id = endpointId(list);
      assertThat(live.get("/api/v1/endpoints").body()).doesNotContain(operator.url("/hook"));
      String enable = "/api/v1/endpoints/" + id + "/enable";
      assertThat(live.postFor(OperatorSubscription.CUSTOMER, enable, "").status()).isEqualTo(200);
      assertThat(live.post(enable, "").status()).isEqualTo(404);
    }
  }

  @Test
  void events_cannot_be_posted_as_the_operator() throws IOException {
    try (HttpReceiver operator = HttpReceiver.start();
        LiveServer live = LiveServer.dev(directory, settings(operator, secret))) {
      String event = "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{}}";
      assertThat(live.postFor(OperatorSubscription.CUSTOMER, "/api/v1/events", event).status())
          .isEqualTo(404);
    }
  }

  @Test
  void a_url_that_the_address_guard_refuses_prevents_the_start_with_one_line() {
    Map<String, String> refused =
        Map.of(
            "POSTHORN_OPERATIONAL_EVENTS_URL",
            "https://10.1.2.3/",
            "POSTHORN_OPERATIONAL_EVENTS_SECRET",
            secret.clear());
    assertThatThrownBy(() -> LiveServer.dev(directory, refused))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("operational-events.url: ")
        .hasMessageContaining("security.allowed-targets")
        .hasMessageNotContaining("\n");
  }

  @Test
  void a_network_can_be_allowed_for_the_operator_only() {
    Map<String, String> allowed =
        Map.of(
            "POSTHORN_OPERATIONAL_EVENTS_URL", "https://10.1.2.3/",
            "POSTHORN_OPERATIONAL_EVENTS_SECRET", secret.clear(),
            "POSTHORN_SECURITY_ALLOWED_TARGETS", "_operator=10.0.0.0/8");
    try (LiveServer live = LiveServer.dev(directory, allowed)) {
      String subscription = SUBSCRIPTION.formatted("https://10.1.2.3/");
      assertThat(live.post("/api/v1/subscriptions", subscription).status()).isEqualTo(400);
    }
  }

  private static Map<String, String> settings(HttpReceiver operator, SigningSecret signing) {
    return Map.of(
        "POSTHORN_OPERATIONAL_EVENTS_URL",
        operator.url("/hook"),
        "POSTHORN_OPERATIONAL_EVENTS_SECRET",
        signing.clear());
  }

  private static Map<String, String> with(Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(some);
    all.putAll(more);
    return all;
  }

  private static String subscribe(LiveServer live, String customerId, String url) {
    return endpointId(
        live.postFor(customerId, "/api/v1/subscriptions", SUBSCRIPTION.formatted(url)).body());
  }

  private static String endpointId(String json) {
    int at = json.indexOf("\"ep_");
    return json.substring(at + 1, json.indexOf('"', at + 1));
  }

  private static String signature(SigningSecret secret, ReceivedRequest got)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.bytes(), "HmacSHA256"));
    String text =
        got.header("webhook-id") + "." + got.header("webhook-timestamp") + "." + got.body();
    return "v1,"
        + Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }
}
