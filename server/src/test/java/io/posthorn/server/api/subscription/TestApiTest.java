package io.posthorn.server.api.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TestApiTest {
  private final LiveApi api = new LiveApi().with("acme", "other");
  private final String manager = api.key(Role.MANAGER, "acme");

  @AfterEach
  void close() {
    api.close();
    assertThat(api.unexpected).isEmpty();
  }

  private String create(String objCode, String eventType) {
    return api.call(
            "POST",
            "/api/v1/subscriptions",
            manager,
            """
            {"objCode": "%s", "eventType": "%s", "url": "https://example.com/"}\
            """
                .formatted(objCode, eventType))
        .at("/id");
  }

  private JsonResponse test(String id, String key) {
    return api.call("POST", "/api/v1/subscriptions/" + id + "/test", key, null);
  }

  @Test
  void a_test_request_returns_status_duration_and_response() {
    String id = create("PROJ", "UPDATE");
    api.sampleOutcome =
        new Outcome(500, null, 42, "", null, "broken".getBytes(StandardCharsets.UTF_8));
    JsonResponse response = test(id, manager);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.at("/success")).isEqualTo("false");
    assertThat(response.at("/status")).isEqualTo("500");
    assertThat(response.at("/durationMillis")).isEqualTo("42");
    assertThat(response.at("/response")).isEqualTo("broken");
    assertThat(api.samples).hasSize(1);
    assertThat(api.samples.getFirst())
        .contains("\"subscriptionId\":\"" + id + "\"", "\"objCode\":\"PROJ\"", "A sample");
  }

  @Test
  void a_test_request_without_a_response_returns_the_error() {
    api.sampleOutcome = Outcome.failed(ErrorKind.TIMEOUT, 5_000, "No response within 5 s.");
    JsonResponse response = test(create("PROJ", "UPDATE"), manager);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.at("/status")).isEqualTo("null");
    assertThat(response.at("/error")).isEqualTo("timeout");
    assertThat(response.at("/detail")).isEqualTo("No response within 5 s.");
  }

  @Test
  void a_sample_event_follows_the_state_rules_and_replaces_wildcards() {
    test(create("*", "*"), manager);
    test(create("PROJ", "CREATE"), manager);
    test(create("PROJ", "DELETE"), manager);

    assertThat(api.samples.get(0)).contains("\"objCode\":\"SAMPLE\"", "\"eventType\":\"UPDATE\"");
    assertThat(api.samples.get(1)).contains("\"oldState\":{}").doesNotContain("\"newState\":{}");
    assertThat(api.samples.get(2)).contains("\"newState\":{}").doesNotContain("\"oldState\":{}");
  }

  @Test
  void a_test_request_changes_no_counts() {
    api.sampleOutcome = Outcome.responded(500, 1);
    String id = create("PROJ", "UPDATE");
    test(id, manager);
    JsonResponse shown =
        api.call("GET", "/attask/eventsubscription/api/v1/subscriptions/" + id, manager, null);

    assertThat(shown.at("/subscription_url/failures")).isEqualTo("0");
    assertThat(shown.at("/subscription_url/frozen_at")).isEqualTo("null");
    assertThat(api.engine.sent).isEmpty();
  }

  @Test
  void a_test_of_a_frozen_endpoint_is_a_409() {
    String id = create("PROJ", "UPDATE");
    api.call(
        "POST", "/api/v1/events", manager, "{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}");
    api.respondToAll(500);

    assertThat(test(id, manager).status()).isEqualTo(409);
    assertThat(api.samples).isEmpty();
  }

  @Test
  void a_customer_may_send_10_test_requests_per_minute() {
    String id = create("PROJ", "UPDATE");
    for (int i = 0; i < 10; i++) {
      assertThat(test(id, manager).status()).isEqualTo(200);
      api.pass(1_000);
    }
    JsonResponse eleventh = test(id, manager);
    api.pass(49_999);
    JsonResponse stillTooEarly = test(id, manager);
    api.pass(1);

    assertThat(eleventh.status()).isEqualTo(429);
    assertThat(eleventh.header("Retry-After")).contains("50");
    assertThat(stillTooEarly.header("Retry-After")).contains("1");
    assertThat(test(id, manager).status()).isEqualTo(200);
    assertThat(test(id, manager).status()).isEqualTo(429);
  }

  @Test
  void responses_from_an_allowed_network_are_shown_only_to_admins() {
    String id = create("PROJ", "UPDATE");
    api.sampleOutcome =
        new Outcome(200, null, 1, "", null, "internal".getBytes(StandardCharsets.UTF_8))
            .asInAllowedNetwork();

    assertThat(test(id, manager).at("/response")).isEqualTo("null");
    assertThat(test(id, api.key(Role.ADMIN, "acme")).at("/response")).isEqualTo("internal");
  }

  @Test
  void errors_from_an_allowed_network_are_shown_only_to_admins() {
    String id = create("PROJ", "UPDATE");
    String words = "The response is not valid HTTP: <-ERR redis_version:7.2 password=hunter2>.";
    api.sampleOutcome = Outcome.failed(ErrorKind.CONNECTION, 3, words).asInAllowedNetwork();

    JsonResponse toManager = test(id, manager);

    assertThat(toManager.at("/error")).isEqualTo("connection");
    assertThat(toManager.at("/detail")).contains("admins");
    assertThat(toManager.body()).doesNotContain("hunter2", "redis");
    assertThat(test(id, api.key(Role.ADMIN, "acme")).at("/detail")).isEqualTo(words);
  }

  @Test
  void a_blocked_address_is_reported_to_managers_without_the_address() {
    String id = create("PROJ", "UPDATE");
    String words = "The host receiver.example has the address 10.0.0.9, a private address.";
    api.sampleOutcome = Outcome.failed(ErrorKind.BLOCKED_ADDRESS, 3, words);

    JsonResponse toManager = test(id, manager);

    assertThat(toManager.at("/error")).isEqualTo("blocked_address");
    assertThat(toManager.at("/detail"))
        .startsWith(
            "Nothing was sent: the host name now resolves to an address that Posthorn must not call.")
        .doesNotContain("10.0.0.9");
    assertThat(test(id, api.key(Role.ADMIN, "acme")).at("/detail")).isEqualTo(words);
  }

  @Test
  void a_body_with_fields_is_refused() {
    String path = "/api/v1/subscriptions/" + create("PROJ", "UPDATE") + "/test";

    assertThat(api.call("POST", path, manager, "{\"x\": 1}").pointers()).containsExactly("/x");
    assertThat(api.call("POST", path, manager, "{}").status()).isEqualTo(200);
  }
}
