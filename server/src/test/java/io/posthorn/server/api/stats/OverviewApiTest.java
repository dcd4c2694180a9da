package io.posthorn.server.api.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverviewApiTest {
  private final ApiFixture stage = new ApiFixture();
  private final String endpoint = stage.endpointId(ApiFixture.OURS, ApiFixture.URL);

  OverviewApiTest() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void the_overview_counts_endpoints_by_state_and_what_waits_at_them() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL + "/second");
    stage.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
    stage.post(stage.manager, "/endpoints/" + endpoint + "/pause", "");
    stage.pass(Duration.ofSeconds(5));
    stage.post(ApiFixture.OURS, "a");
    stage.answer(Outcome.answered(500, 10));
    stage.post(ApiFixture.THEIRS, "b");

    JsonResponse response = stage.get(stage.viewer, "/overview");

    assertThat(response.at("/endpoints/total")).isEqualTo("2");
    assertThat(response.at("/endpoints/enabled")).isEqualTo("2");
    assertThat(response.at("/endpoints/paused")).isEqualTo("1");
    assertThat(response.at("/waiting/first")).isEqualTo("0");
    assertThat(response.at("/waiting/retry")).isEqualTo("1");
    assertThat(response.at("/waiting/held")).isEqualTo("1");
    assertThat(response.at("/waiting/oldestSince")).isEqualTo("2026-01-01T00:00:05Z");
    assertThat(response.each("/attention", "kind")).containsExactly("paused");
    assertThat(stage.get(stage.stranger, "/overview").at("/endpoints/total")).isEqualTo("1");
    assertThat(stage.get(stage.producer, "/overview").status()).isEqualTo(403);
  }

  @Test
  void the_overview_lists_endpoints_that_need_attention_with_a_reason() {
    stage.failUntilDisabled();

    JsonResponse response = stage.get(stage.viewer, "/overview");

    assertThat(response.at("/attention/0/kind")).isEqualTo("disabled");
    assertThat(response.at("/attention/0/endpointId")).isEqualTo(endpoint);
    assertThat(response.at("/attention/0/reason"))
        .isEqualTo(
            "Receives only probes until one succeeds. 3 failures in a row."
                + " 3 attempts within 48 h, of which 100.0 % failed.");
    assertThat(response.at("/attention/0/since")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(response.at("/needingAttention")).isEqualTo("1");
  }

  @Test
  void with_the_red_button_pressed_everything_that_waits_is_held() {
    stage.post(stage.manager, "/customers/default/delivery/pause", "");
    stage.post(ApiFixture.OURS, "a");

    JsonResponse response = stage.get(stage.viewer, "/overview");

    assertThat(response.at("/delivery/paused")).isEqualTo("true");
    assertThat(response.at("/waiting/held")).isEqualTo("1");
    assertThat(response.at("/waiting/first")).isEqualTo("0");
  }

  @Test
  void an_endpoint_near_a_limit_needs_a_person() {
    stage.message("a");
    stage.message("b");
    stage.answerAll(Outcome.answered(500, 10));

    // Two of three failures in a row are not near enough yet: 0.67 of the rule.
    assertThat(stage.get(stage.viewer, "/overview").at("/needingAttention")).isEqualTo("0");
  }

  @Test
  void a_circuits_history_is_told_newest_first() {
    stage.failUntilDisabled();
    stage.post(stage.manager, "/endpoints/" + endpoint + "/enable", "");

    JsonResponse response = stage.get(stage.viewer, "/endpoints/" + endpoint + "/history");

    assertThat(response.each("/data", "event")).containsExactly("enabled", "disabled");
    assertThat(response.at("/data/1/consecutiveFailures")).isEqualTo("3");
    assertThat(response.at("/data/1/window/failures")).isEqualTo("3");
    assertThat(stage.get(stage.stranger, "/endpoints/" + endpoint + "/history").status())
        .isEqualTo(404);
  }

  @Test
  void endpoints_are_found_by_a_part_of_their_url_and_come_with_their_last_hour_if_wanted() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL + "/Second");
    stage.post(ApiFixture.OURS, "a");
    stage.answerAll(Outcome.answered(200, 10));
    stage.pass(Duration.ofMinutes(1));

    JsonResponse found = stage.get(stage.viewer, "/endpoints?q=SECOND&series=true");

    assertThat(found.size("/data")).isEqualTo(1);
    assertThat(found.size("/data/0/lastHour/delivered")).isEqualTo(60);
    assertThat(found.at("/data/0/lastHour/delivered/58")).isEqualTo("1");
    assertThat(stage.get(stage.viewer, "/endpoints?q=" + endpoint).at("/data/0/id"))
        .isEqualTo(endpoint);
    assertThat(stage.get(stage.viewer, "/endpoints?series=yes").at("/errors/0/pointer"))
        .isEqualTo("series");
  }

  @Test
  void a_message_tells_its_slots_and_its_request_with_secrets_masked() {
    String id = stage.message("a").toString();

    JsonResponse response = stage.get(stage.viewer, "/messages/" + id);

    assertThat(response.size("/schedule")).isEqualTo(12);
    assertThat(response.at("/schedule/1")).isEqualTo("2026-01-01T00:01:24.800Z");
    assertThat(response.at("/request/headers/User-Agent")).isEqualTo("Posthorn/test");
    assertThat(response.at("/request/headers/webhook-id")).isEqualTo(id);
    assertThat(response.at("/request/headers/webhook-signature")).isEqualTo("v1,****");
  }
}
