package io.posthorn.server.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointsApiTest {
  private final ApiFixture stage = new ApiFixture();
  private final String id = stage.endpointId(ApiFixture.OURS, ApiFixture.URL);
  private final String path = "/endpoints/" + id;

  EndpointsApiTest() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void an_endpoint_says_its_status_counters_window_rate_and_what_waits() {
    stage.message("a");
    stage.answer(Outcome.answered(200, 50));
    stage.message("b");
    stage.answer(Outcome.answered(500, 20));

    JsonResponse response = stage.get(stage.viewer, path);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.at("/id")).isEqualTo(id);
    assertThat(response.at("/url")).isEqualTo(ApiFixture.URL);
    assertThat(response.at("/status")).isEqualTo("enabled");
    assertThat(response.at("/paused")).isEqualTo("false");
    assertThat(response.at("/successes")).isEqualTo("1");
    assertThat(response.at("/failures")).isEqualTo("1");
    assertThat(response.at("/consecutiveFailures")).isEqualTo("1");
    assertThat(response.at("/window/failureRate")).isEqualTo("0.5");
    assertThat(response.at("/waiting/first")).isEqualTo("0");
    assertThat(response.at("/waiting/retry")).isEqualTo("1");
    assertThat(response.at("/lastSuccessAt")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(response.at("/disabledAt")).isEqualTo("null");
    assertThat(response.at("/inFlightLimit")).isEqualTo("2");
  }

  @Test
  void an_endpoint_says_how_close_it_is_to_each_rule_in_numbers_and_words() {
    stage.message("a");
    stage.answer(Outcome.answered(500, 20));

    JsonResponse response = stage.get(stage.viewer, path);

    assertThat(response.each("/ruleDistance", "rule"))
        .containsExactly("disabled", "disabled", "frozen", "frozen");
    assertThat(response.at("/ruleDistance/0/needs"))
        .isEqualTo("More than 100 attempts within 48 h, of which more than 70.0 % fail.");
    assertThat(response.at("/ruleDistance/0/attempts")).isEqualTo("1");
    assertThat(response.at("/ruleDistance/1/needs")).isEqualTo("3 failures in a row.");
    assertThat(response.at("/ruleDistance/1/now")).isEqualTo("1 failures in a row.");
    assertThat(Double.parseDouble(response.at("/ruleDistance/1/share"))).isBetween(0.33, 0.34);
    assertThat(response.at("/ruleDistance/2/consecutiveFailuresAbove")).isEqualTo("2000");
    assertThat(response.at("/ruleDistance/3/consecutiveFailuresFrom")).isEqualTo("6");
  }

  @Test
  void a_disabled_endpoint_says_when_it_is_probed_next_and_can_be_enabled() {
    stage.failUntilDisabled();

    JsonResponse disabled = stage.get(stage.viewer, path);
    JsonResponse enabled = stage.post(stage.manager, path + "/enable", "");

    assertThat(disabled.at("/status")).isEqualTo("disabled");
    assertThat(disabled.at("/disabledAt")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(disabled.at("/nextProbeAt")).isEqualTo("2026-01-01T00:10:00Z");
    assertThat(enabled.status()).isEqualTo(200);
    assertThat(enabled.at("/status")).isEqualTo("enabled");
    assertThat(enabled.at("/nextProbeAt")).isEqualTo("null");
  }

  @Test
  void an_endpoint_is_paused_until_it_is_enabled() {
    assertThat(stage.post(stage.manager, path + "/pause", "").at("/paused")).isEqualTo("true");
    assertThat(stage.get(stage.viewer, "/endpoints?paused=true").each("/data", "id"))
        .containsExactly(id);
    assertThat(stage.post(stage.manager, path + "/enable", "").at("/paused")).isEqualTo("false");
  }

  @Test
  void many_endpoints_are_enabled_by_their_status() {
    stage.failUntilDisabled();

    JsonResponse frozen = stage.post(stage.manager, "/endpoints/enable", "{\"status\":\"frozen\"}");
    JsonResponse disabled =
        stage.post(stage.manager, "/endpoints/enable", "{\"status\":\"disabled\"}");

    assertThat(frozen.at("/changed")).isEqualTo("0");
    assertThat(disabled.at("/changed")).isEqualTo("1");
    assertThat(stage.get(stage.viewer, path).at("/status")).isEqualTo("enabled");
  }

  @Test
  void enabling_many_needs_a_status_that_can_be_enabled() {
    JsonResponse wrong =
        stage.post(stage.manager, "/endpoints/enable", "{\"status\":\"enabled\",\"x\":1}");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.each("/errors", "pointer")).containsExactly("/status", "/x");
    assertThat(stage.post(stage.manager, "/endpoints/enable", "{}").at("/errors/0/pointer"))
        .isEqualTo("/status");
  }

  @Test
  void patch_sets_limits_timeout_and_headers_and_null_clears_them() {
    JsonResponse set =
        stage.call(
            "PATCH",
            stage.manager,
            path,
            """
            {"maxInFlight":8,"maxPerSecond":10000,"timeout":"30s","headers":{"X-Team":"blue"}}""");
    JsonResponse kept =
        stage.call("PATCH", stage.manager, path, "{\"maxPerSecond\":5,\"timeout\":\"2500ms\"}");
    JsonResponse cleared =
        stage.call("PATCH", stage.manager, path, "{\"maxInFlight\":null,\"headers\":null}");

    assertThat(set.status()).isEqualTo(200);
    assertThat(set.at("/timeout")).isEqualTo("30s");
    assertThat(set.at("/headers/X-Team")).isEqualTo("****");
    assertThat(kept.at("/maxInFlight")).isEqualTo("8");
    assertThat(kept.at("/maxPerSecond")).isEqualTo("5");
    assertThat(kept.at("/timeout")).isEqualTo("2500ms");
    assertThat(kept.at("/headers/X-Team")).isEqualTo("****");
    assertThat(cleared.at("/maxInFlight")).isEqualTo("null");
    assertThat(cleared.at("/maxPerSecond")).isEqualTo("5");
    assertThat(cleared.at("/headers")).isEqualTo("{}");
  }

  private JsonResponse patch(String body) {
    return stage.call("PATCH", stage.manager, path, body);
  }

  @Test
  void two_patches_at_once_do_not_lose_each_others_fields() {
    stage.engine.before.add(() -> patch("{\"maxInFlight\":8,\"headers\":{\"X-A\":\"1\"}}"));

    JsonResponse slower = patch("{\"maxPerSecond\":5,\"headers\":{\"X-B\":\"2\"}}");

    assertThat(slower.status()).isEqualTo(200);
    assertThat(slower.at("/maxInFlight")).isEqualTo("8");
    assertThat(slower.at("/maxPerSecond")).isEqualTo("5");
    assertThat(slower.names("/headers")).containsExactly("X-A", "X-B");
  }

  @Test
  void a_patch_that_others_overtake_five_times_in_a_row_is_told_so_and_changes_nothing() {
    for (int i = 1; i <= 5; i++) {
      String theirs = "{\"maxInFlight\":" + i + "}";
      stage.engine.before.add(() -> patch(theirs));
      stage.engine.before.add(() -> {}); // their own command passes undisturbed
    }

    JsonResponse slower = patch("{\"maxPerSecond\":5}");

    assertThat(slower.status()).isEqualTo(409);
    assertThat(stage.get(stage.viewer, path).at("/maxInFlight")).isEqualTo("5");
    assertThat(stage.get(stage.viewer, path).at("/maxPerSecond")).isEqualTo("null");
    assertThat(patch("{\"maxPerSecond\":5}").at("/maxPerSecond")).isEqualTo("5");
  }

  @Test
  void a_timeout_says_its_unit_because_5_could_be_seconds_or_milliseconds() {
    JsonResponse response = stage.call("PATCH", stage.manager, path, "{\"timeout\":5}");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.at("/errors/0/pointer")).isEqualTo("/timeout");
    assertThat(response.at("/errors/0/detail"))
        .contains(
            "must be a length of time from 1ms to 30s, as text with its unit, such as \"5s\".");
  }

  @Test
  void headers_are_changed_one_by_one_and_their_values_are_sealed() {
    stage.call("PATCH", stage.manager, path, "{\"headers\":{\"X-A\":\"hush\",\"X-B\":\"2\"}}");
    JsonResponse response =
        stage.call("PATCH", stage.manager, path, "{\"headers\":{\"x-b\":null,\"X-C\":\"3\"}}");

    assertThat(response.names("/headers")).containsExactly("X-A", "X-C");
    assertThat(response.body()).doesNotContain("hush");
    stage.message("a");
    byte[] sealed =
        Objects.requireNonNull(stage.engine.sent.getFirst().target().settings().headers());
    assertThat(EndpointHeaders.open(stage.box, sealed).values())
        .containsEntry("X-A", "hush")
        .containsOnlyKeys("X-A", "X-C");
  }

  @Test
  void everything_wrong_with_a_patch_is_told_at_once_and_changes_nothing() {
    JsonResponse response =
        stage.call(
            "PATCH",
            stage.manager,
            path,
            """
            {"maxInFlight":33,"maxPerSecond":0,"timeout":"31s",
             "headers":{"Host":"x","X-N":1},"colour":"red"}""");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.each("/errors", "pointer"))
        .containsExactly(
            "/maxInFlight",
            "/maxPerSecond",
            "/timeout",
            "/headers/Host",
            "/headers/X-N",
            "/colour");
    assertThat(stage.get(stage.viewer, path).at("/maxInFlight")).isEqualTo("null");
  }

  @Test
  void viewers_read_and_producers_do_not_and_neither_changes_anything() {
    assertThat(stage.get(stage.viewer, "/endpoints").status()).isEqualTo(200);
    assertThat(stage.get(stage.producer, "/endpoints").status()).isEqualTo(403);
    for (String action : List.of("/enable", "/pause")) {
      assertThat(stage.post(stage.viewer, path + action, "").status()).isEqualTo(403);
    }
    assertThat(stage.call("PATCH", stage.viewer, path, "{}").status()).isEqualTo(403);
  }

  @Test
  void another_customers_endpoint_is_404_and_not_listed() {
    assertThat(stage.get(stage.stranger, path).status()).isEqualTo(404);
    assertThat(stage.post(stage.stranger, path + "/enable", "").status()).isEqualTo(404);
    assertThat(stage.post(stage.stranger, path + "/pause", "").status()).isEqualTo(404);
    assertThat(stage.call("PATCH", stage.stranger, path, "{}").status()).isEqualTo(404);
    assertThat(stage.get(stage.stranger, "/endpoints").size("/data")).isEqualTo(0);
    assertThat(stage.get(stage.viewer, "/endpoints/nonsense").status()).isEqualTo(404);
  }

  @Test
  void pages_of_endpoints_stay_stable_while_endpoints_arrive() {
    List<String> expected = new ArrayList<>(List.of(id));
    for (int i = 0; i < 6; i++) {
      stage.subscribe(ApiFixture.OURS, ApiFixture.URL + i);
      expected.add(stage.endpointId(ApiFixture.OURS, ApiFixture.URL + i));
    }

    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonResponse page = stage.get(stage.viewer, "/endpoints?limit=2" + cursor);
      seen.addAll(page.each("/data", "id"));
      cursor = "&cursor=" + page.at("/nextCursor");
      stage.subscribe(ApiFixture.OURS, ApiFixture.URL + "/late/" + seen.size());
    } while (!cursor.endsWith("=null"));

    assertThat(seen).containsAll(expected).doesNotHaveDuplicates();
  }

  @Test
  void a_status_filter_lists_those_alone_and_wrong_queries_are_named() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL + "/fine");
    stage.pass(Duration.ofMillis(1));
    stage.call("POST", stage.manager, path + "/pause", "");

    assertThat(stage.get(stage.viewer, "/endpoints?status=frozen").size("/data")).isEqualTo(0);
    assertThat(stage.get(stage.viewer, "/endpoints?status=enabled").size("/data")).isEqualTo(2);
    JsonResponse wrong =
        stage.get(stage.viewer, "/endpoints?status=broken&cursor=zzz&paused=maybe");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.each("/errors", "pointer")).containsExactly("status", "paused", "cursor");
  }
}
