package io.posthorn.server.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code PATCH /endpoints/{id}}: the retry policy and the final statuses of an endpoint. */
class EndpointOptionsApiTest {
  private final ApiFixture fixture = new ApiFixture();
  private final String id = fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);
  private final String path = "/endpoints/" + id;

  EndpointOptionsApiTest() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonResponse patch(String body) {
    return fixture.call("PATCH", fixture.manager, path, body);
  }

  private JsonResponse message(String message) {
    return fixture.get(fixture.viewer, "/messages/" + message);
  }

  private String onlyMessage() {
    return fixture.get(fixture.viewer, "/messages").each("/data", "id").getFirst();
  }

  @Test
  void all_are_off_by_default() {
    JsonResponse endpoint = fixture.get(fixture.viewer, path);
    assertThat(endpoint.at("/retry")).isEqualTo("null");
    assertThat(endpoint.at("/finalStatuses")).isEqualTo("[]");
    assertThat(endpoint.at("/countFinal")).isEqualTo("true");
    assertThat(endpoint.at("/pausedBy")).isEqualTo("null");
  }

  @Test
  void a_schedule_is_set_kept_and_cleared() {
    JsonResponse set = patch("{\"retry\":{\"schedule\":[\"5s\",\"5m\",\"1500s\"]}}");
    JsonResponse kept = patch("{\"maxPerSecond\":5}");
    JsonResponse cleared = patch("{\"retry\":null}");

    assertThat(set.status()).isEqualTo(200);
    assertThat(set.at("/retry")).isEqualTo("{\"schedule\":[\"5s\",\"300s\",\"1500s\"]}");
    assertThat(kept.at("/retry")).isEqualTo(set.at("/retry"));
    assertThat(cleared.at("/retry")).isEqualTo("null");
  }

  @Test
  void so_are_unit_and_limit() {
    assertThat(patch("{\"retry\":{\"unit\":\"84800ms\",\"limit\":11}}").at("/retry"))
        .isEqualTo("{\"limit\":11,\"unit\":\"84800ms\"}");
  }

  @Test
  void a_message_shows_the_endpoints_own_schedule() {
    patch("{\"retry\":{\"schedule\":[\"5s\",\"1m\"]}}");
    fixture.message("a");
    fixture.respond(Outcome.responded(500, 20));

    JsonResponse message = message(onlyMessage());

    assertThat(message.at("/schedule"))
        .isEqualTo("[\"2026-01-01T00:00:00Z\",\"2026-01-01T00:00:05Z\",\"2026-01-01T00:01:00Z\"]");
    assertThat(message.at("/nextAttemptAt")).isEqualTo("2026-01-01T00:00:05Z");
    assertThat(message.at("/waitsFor")).isEqualTo("slot");
  }

  @Test
  void and_when_it_expires_while_it_is_held() {
    patch("{\"retry\":{\"schedule\":[\"5s\",\"1m\"]}}");
    fixture.post(fixture.manager, path + "/pause", "");
    fixture.message("a");

    assertThat(message(onlyMessage()).at("/expiresAt")).isEqualTo("2026-01-01T00:01:00Z");
  }

  @Test
  void a_slot_beyond_a_new_shorter_schedule_is_shown_with_its_due_time() {
    fixture.message("a");
    fixture.respond(Outcome.responded(500, 20));
    fixture.pass(Duration.ofMillis(84_800));
    fixture.respond(Outcome.responded(500, 20));
    patch("{\"retry\":{\"schedule\":[\"5s\"]}}");

    JsonResponse message = message(onlyMessage());

    assertThat(message.at("/nextSlot")).isEqualTo("2");
    assertThat(message.at("/waitsFor")).isEqualTo("slot");
    assertThat(message.at("/nextAttemptAt")).isEqualTo("2026-01-01T00:04:14.400Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "[]",
        "{}",
        "{\"unit\":\"5s\"}",
        "{\"limit\":3}",
        "{\"unit\":\"5s\",\"limit\":\"3\"}",
        "{\"unit\":5,\"limit\":3}",
        "{\"unit\":\"5s\",\"limit\":0}",
        "{\"unit\":\"5s\",\"limit\":1.5}",
        "{\"unit\":\"5s\",\"limit\":99999999999}",
        "{\"unit\":\"5s\",\"limit\":3,\"schedule\":[\"5s\"]}",
        "{\"unit\":\"5s\",\"limit\":3,\"x\":1}",
        "{\"schedule\":\"5s\"}",
        "{\"schedule\":[]}",
        "{\"schedule\":[5]}",
        "{\"schedule\":[\"5\"]}",
        "{\"schedule\":[\"5s\",\"4s\"]}"
      })
  void any_other_policy_is_400_and_changes_nothing(String policy) {
    JsonResponse wrong = patch("{\"retry\":" + policy + "}");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/pointer")).isEqualTo("/retry");
    assertThat(wrong.at("/detail")).contains("retry must be {\"unit\": \"30s\", \"limit\": 8}");
    assertThat(fixture.get(fixture.viewer, path).at("/retry")).isEqualTo("null");
  }

  @Test
  void the_bounds_of_a_policy_are_named() {
    assertThat(patch("{\"retry\":{\"schedule\":[\"5s\",\"5500ms\"]}}").at("/detail"))
        .isEqualTo("retry must increase by at least 1s from each retry to the next.");
    assertThat(patch("{\"retry\":{\"schedule\":[\"8d\"]}}").at("/detail"))
        .isEqualTo("retry must have its last retry within 7d of acceptance.");
    assertThat(patch("{\"retry\":{\"unit\":\"1s\",\"limit\":31}}").at("/detail"))
        .isEqualTo("retry must have at most 30 retries.");
  }

  @Test
  void final_statuses_are_set_kept_and_cleared() {
    JsonResponse set = patch("{\"finalStatuses\":[413,400,400],\"countFinal\":false}");
    JsonResponse kept = patch("{\"maxPerSecond\":5}");
    JsonResponse cleared = patch("{\"finalStatuses\":null,\"countFinal\":null}");

    assertThat(set.at("/finalStatuses")).isEqualTo("[400,413]");
    assertThat(set.at("/countFinal")).isEqualTo("false");
    assertThat(kept.at("/finalStatuses")).isEqualTo("[400,413]");
    assertThat(kept.at("/countFinal")).isEqualTo("false");
    assertThat(cleared.at("/finalStatuses")).isEqualTo("[]");
    assertThat(cleared.at("/countFinal")).isEqualTo("true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[200]", "[299]", "[600]", "[429]", "[503]", "[\"400\"]", "[400.5]", "400"})
  void other_statuses_are_400(String statuses) {
    JsonResponse wrong = patch("{\"finalStatuses\":" + statuses + "}");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/pointer")).isEqualTo("/finalStatuses");
    assertThat(fixture.get(fixture.viewer, path).at("/finalStatuses")).isEqualTo("[]");
  }

  @Test
  void a_final_response_drops_its_message_as_rejected() {
    patch("{\"finalStatuses\":[400],\"countFinal\":false}");
    fixture.message("a");
    fixture.respond(Outcome.responded(400, 20));

    JsonResponse message = message(onlyMessage());

    assertThat(message.at("/status")).isEqualTo("dropped");
    assertThat(message.at("/reason")).isEqualTo("rejected");
    assertThat(message.at("/attempts/0/next/reason")).isEqualTo("rejected");
    assertThat(fixture.get(fixture.viewer, path).at("/failures")).isEqualTo("0");
  }

  @Test
  void a_final_410_pauses_the_endpoint_by_gone_until_it_is_resumed() {
    patch("{\"finalStatuses\":[410]}");
    fixture.message("a");
    fixture.respond(Outcome.responded(410, 20));

    JsonResponse gone = fixture.get(fixture.viewer, path);
    assertThat(gone.at("/paused")).isEqualTo("true");
    assertThat(gone.at("/pausedBy")).isEqualTo("gone");
    assertThat(fixture.get(fixture.viewer, "/endpoints").each("/data", "pausedBy"))
        .containsExactly("gone");
    assertThat(fixture.get(fixture.viewer, path + "/history").each("/data", "event"))
        .containsExactly("gone");
    assertThat(fixture.get(fixture.viewer, "/overview").at("/attention/0/reason"))
        .startsWith("Paused because the receiver responded with status 410, which is final;");

    assertThat(fixture.post(fixture.manager, path + "/resume", "").at("/pausedBy"))
        .isEqualTo("null");
    assertThat(fixture.post(fixture.manager, path + "/pause", "").at("/pausedBy"))
        .isEqualTo("user");
  }

  @Test
  void viewers_read_them_and_change_none_and_other_customers_find_nothing() {
    String change = "{\"finalStatuses\":[400]}";
    assertThat(fixture.call("PATCH", fixture.viewer, path, change).status()).isEqualTo(403);
    assertThat(fixture.call("PATCH", fixture.producer, path, change).status()).isEqualTo(403);
    assertThat(fixture.call("PATCH", fixture.otherCustomer, path, change).status()).isEqualTo(404);
    patch(change);
    assertThat(fixture.get(fixture.viewer, path).at("/finalStatuses")).isEqualTo("[400]");
  }
}
