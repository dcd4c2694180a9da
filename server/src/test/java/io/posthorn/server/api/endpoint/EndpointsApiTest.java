package io.posthorn.server.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointsApiTest {
  private final ApiFixture fixture = new ApiFixture();
  private final String id = fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);
  private final String path = "/endpoints/" + id;

  EndpointsApiTest() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void an_endpoint_has_status_counters_window_rate_and_waiting_messages() {
    fixture.message("a");
    fixture.respond(Outcome.responded(200, 50));
    fixture.message("b");
    fixture.respond(Outcome.responded(500, 20));

    JsonResponse response = fixture.get(fixture.viewer, path);

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
  void an_endpoint_has_its_distance_to_each_rule_in_numbers_and_words() {
    fixture.message("a");
    fixture.respond(Outcome.responded(500, 20));

    JsonResponse response = fixture.get(fixture.viewer, path);

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
  void a_disabled_endpoint_has_its_next_probe_and_can_be_enabled() {
    fixture.failUntilDisabled();

    JsonResponse disabled = fixture.get(fixture.viewer, path);
    JsonResponse enabled = fixture.post(fixture.manager, path + "/enable", "");

    assertThat(disabled.at("/status")).isEqualTo("disabled");
    assertThat(disabled.at("/disabledAt")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(disabled.at("/nextProbeAt")).isEqualTo("2026-01-01T00:10:00Z");
    assertThat(enabled.status()).isEqualTo(200);
    assertThat(enabled.at("/status")).isEqualTo("enabled");
    assertThat(enabled.at("/nextProbeAt")).isEqualTo("null");
  }

  @Test
  void the_next_probe_comes_10_minutes_after_the_start_of_a_probe_that_failed() {
    fixture.failUntilDisabled();
    fixture.pass(Duration.ofMinutes(10));
    assertThat(nextProbeAt()).as("while it runs").isEqualTo("2026-01-01T00:20:00Z");
    fixture.respond(Outcome.responded(503, 20, "3600"));

    assertThat(nextProbeAt()).as("whatever Retry-After said").isEqualTo("2026-01-01T00:20:00Z");
    fixture.pass(Duration.ofMinutes(10));
    assertThat(nextProbeAt()).isEqualTo("2026-01-01T00:30:00Z");
  }

  @Test
  void under_a_delivery_pause_there_is_no_next_probe() {
    fixture.failUntilDisabled();
    fixture.post(fixture.admin, "/delivery/pause", "");
    assertThat(nextProbeAt()).isEqualTo("null");
    assertThat(fixture.get(fixture.viewer, "/endpoints").each("/data", "nextProbeAt"))
        .containsExactly("null");
    fixture.post(fixture.admin, "/delivery/resume", "");
    assertThat(nextProbeAt()).isEqualTo("2026-01-01T00:10:00Z");

    fixture.post(fixture.admin, "/customers/" + ApiFixture.OURS + "/delivery/pause", "");
    assertThat(nextProbeAt()).isEqualTo("null");
  }

  @Test
  void if_nothing_waits_the_next_message_is_the_probe_so_no_time_is_shown() {
    fixture.failUntilDisabled();
    for (String message : fixture.get(fixture.viewer, "/messages").each("/data", "id")) {
      fixture.post(fixture.manager, "/messages/" + message + "/cancel", "");
    }
    assertThat(nextProbeAt()).as("not before then").isEqualTo("2026-01-01T00:10:00Z");

    fixture.pass(Duration.ofMinutes(11));

    assertThat(nextProbeAt()).isEqualTo("null");
  }

  @Test
  void a_retry_after_is_shown_until_it_has_passed() {
    fixture.message("a");
    fixture.respond(Outcome.responded(503, 20, "60"));
    assertThat(fixture.get(fixture.viewer, path).at("/retryAfterUntil"))
        .isEqualTo("2026-01-01T00:01:00Z");

    fixture.pass(Duration.ofMinutes(1));

    assertThat(fixture.get(fixture.viewer, path).at("/retryAfterUntil")).isEqualTo("null");
  }

  private String nextProbeAt() {
    return fixture.get(fixture.viewer, path).at("/nextProbeAt");
  }

  @Test
  void an_endpoint_is_paused_until_it_is_enabled() {
    assertThat(fixture.post(fixture.manager, path + "/pause", "").at("/paused")).isEqualTo("true");
    assertThat(fixture.get(fixture.viewer, "/endpoints?paused=true").each("/data", "id"))
        .containsExactly(id);
    assertThat(fixture.post(fixture.manager, path + "/enable", "").at("/paused"))
        .isEqualTo("false");
  }

  @Test
  void resume_takes_a_pause_away_and_changes_nothing_else() {
    fixture.failUntilDisabled();
    JsonResponse disabled = fixture.get(fixture.viewer, path);
    fixture.post(fixture.manager, path + "/pause", "");
    assertThat(fixture.get(fixture.viewer, path).at("/nextProbeAt")).isEqualTo("null");

    JsonResponse resumed = fixture.post(fixture.manager, path + "/resume", "");

    assertThat(resumed.at("/paused")).isEqualTo("false");
    for (String same :
        List.of("/status", "/consecutiveFailures", "/window", "/disabledAt", "/nextProbeAt")) {
      assertThat(resumed.at(same)).as(same).isEqualTo(disabled.at(same));
    }
    assertThat(fixture.get(fixture.admin, "/audit").each("/data", "action"))
        .contains("endpoint.resume");
    assertThat(fixture.post(fixture.viewer, path + "/resume", "").status()).isEqualTo(403);
  }

  @Test
  void many_endpoints_are_enabled_by_their_status() {
    fixture.failUntilDisabled();

    JsonResponse frozen =
        fixture.post(fixture.manager, "/endpoints/enable", "{\"status\":\"frozen\"}");
    JsonResponse disabled =
        fixture.post(fixture.manager, "/endpoints/enable", "{\"status\":\"disabled\"}");

    assertThat(frozen.at("/changed")).isEqualTo("0");
    assertThat(disabled.at("/changed")).isEqualTo("1");
    assertThat(fixture.get(fixture.viewer, path).at("/status")).isEqualTo("enabled");
  }

  @Test
  void enabling_many_takes_the_search_of_the_list_and_counts_first() {
    fixture.failUntilDisabled();
    String url = fixture.get(fixture.viewer, path).at("/url");
    String body = "{\"status\":\"disabled\",\"q\":\"%s\",\"preview\":%s}";
    String part = url.substring(url.indexOf("//") + 2).toUpperCase(Locale.ROOT);

    JsonResponse other =
        fixture.post(
            fixture.manager, "/endpoints/enable", body.formatted("elsewhere.example", false));
    JsonResponse counted =
        fixture.post(fixture.manager, "/endpoints/enable", body.formatted(part, true));

    assertThat(other.at("/changed")).isEqualTo("0");
    assertThat(counted.at("/changed")).isEqualTo("1");
    assertThat(counted.at("/preview")).isEqualTo("true");
    assertThat(fixture.get(fixture.viewer, path).at("/status")).isEqualTo("disabled");
    assertThat(fixture.get(fixture.admin, "/audit").each("/data", "detail"))
        .as("a count is no change")
        .contains("disabled, search elsewhere.example")
        .doesNotContain("disabled, search " + part.toLowerCase(Locale.ROOT));
    JsonResponse changed =
        fixture.post(fixture.manager, "/endpoints/enable", body.formatted(part, false));
    assertThat(changed.at("/changed")).isEqualTo("1");
    assertThat(changed.at("/preview")).isEqualTo("false");
    assertThat(fixture.get(fixture.viewer, path).at("/status")).isEqualTo("enabled");
  }

  @Test
  void enabling_many_needs_a_status_that_can_be_enabled() {
    JsonResponse wrong =
        fixture.post(fixture.manager, "/endpoints/enable", "{\"status\":\"enabled\",\"x\":1}");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.each("/errors", "pointer")).containsExactly("/status", "/x");
    assertThat(fixture.post(fixture.manager, "/endpoints/enable", "{}").at("/errors/0/pointer"))
        .isEqualTo("/status");
  }

  @Test
  void patch_sets_limits_timeout_and_headers_and_null_clears_them() {
    JsonResponse set =
        fixture.call(
            "PATCH",
            fixture.manager,
            path,
            """
            {"maxInFlight":8,"maxPerSecond":10000,"timeout":"30s","headers":{"X-Team":"blue"}}\
            """);
    JsonResponse kept =
        fixture.call("PATCH", fixture.manager, path, "{\"maxPerSecond\":5,\"timeout\":\"2500ms\"}");
    JsonResponse cleared =
        fixture.call("PATCH", fixture.manager, path, "{\"maxInFlight\":null,\"headers\":null}");

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
    return fixture.call("PATCH", fixture.manager, path, body);
  }

  @Test
  void two_patches_at_once_do_not_lose_each_others_fields() {
    fixture.engine.before.add(() -> patch("{\"maxInFlight\":8,\"headers\":{\"X-A\":\"1\"}}"));

    JsonResponse slower = patch("{\"maxPerSecond\":5,\"headers\":{\"X-B\":\"2\"}}");

    assertThat(slower.status()).isEqualTo(200);
    assertThat(slower.at("/maxInFlight")).isEqualTo("8");
    assertThat(slower.at("/maxPerSecond")).isEqualTo("5");
    assertThat(slower.names("/headers")).containsExactly("X-A", "X-B");
  }

  @Test
  void a_patch_that_loses_five_races_in_a_row_is_a_conflict_and_changes_nothing() {
    for (int i = 1; i <= 5; i++) {
      String theirs = "{\"maxInFlight\":" + i + "}";
      fixture.engine.before.add(() -> patch(theirs));
      fixture.engine.before.add(() -> {}); // the other caller's command is not intercepted
    }

    JsonResponse slower = patch("{\"maxPerSecond\":5}");

    assertThat(slower.status()).isEqualTo(409);
    assertThat(fixture.get(fixture.viewer, path).at("/maxInFlight")).isEqualTo("5");
    assertThat(fixture.get(fixture.viewer, path).at("/maxPerSecond")).isEqualTo("null");
    assertThat(patch("{\"maxPerSecond\":5}").at("/maxPerSecond")).isEqualTo("5");
  }

  @Test
  void a_timeout_needs_a_unit() {
    JsonResponse response = fixture.call("PATCH", fixture.manager, path, "{\"timeout\":5}");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.at("/errors/0/pointer")).isEqualTo("/timeout");
    assertThat(response.at("/errors/0/detail"))
        .contains(
            "must be a duration from 1ms to 30s, as text with its unit, such as \"5s\"; got"
                + " 5.");
  }

  @Test
  void headers_are_changed_one_by_one_and_their_values_are_sealed() {
    fixture.call("PATCH", fixture.manager, path, "{\"headers\":{\"X-A\":\"hush\",\"X-B\":\"2\"}}");
    JsonResponse response =
        fixture.call("PATCH", fixture.manager, path, "{\"headers\":{\"x-b\":null,\"X-C\":\"3\"}}");

    assertThat(response.names("/headers")).containsExactly("X-A", "X-C");
    assertThat(response.body()).doesNotContain("hush");
    fixture.message("a");
    byte[] sealed =
        Objects.requireNonNull(fixture.engine.sent.getFirst().target().settings().headers());
    assertThat(StoredHeaders.open(fixture.box, sealed).values())
        .containsEntry("X-A", "hush")
        .containsOnlyKeys("X-A", "X-C");
  }

  @Test
  void all_errors_of_a_patch_are_reported_together_and_nothing_changes() {
    JsonResponse response =
        fixture.call(
            "PATCH",
            fixture.manager,
            path,
            """
            {"maxInFlight":33,"maxPerSecond":0,"timeout":"31s",
             "headers":{"Host":"x","X-N":1},"colour":"red"}\
            """);

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.each("/errors", "pointer"))
        .containsExactly(
            "/maxInFlight",
            "/maxPerSecond",
            "/timeout",
            "/headers/Host",
            "/headers/X-N",
            "/colour");
    assertThat(response.at("/errors/3/detail"))
        .isEqualTo("The header \"Host\" is a connection header and cannot be set; remove it.");
    assertThat(fixture.get(fixture.viewer, path).at("/maxInFlight")).isEqualTo("null");
  }

  @Test
  void viewers_read_and_producers_do_not_and_neither_changes_anything() {
    assertThat(fixture.get(fixture.viewer, "/endpoints").status()).isEqualTo(200);
    assertThat(fixture.get(fixture.producer, "/endpoints").status()).isEqualTo(403);
    for (String action : List.of("/enable", "/pause")) {
      assertThat(fixture.post(fixture.viewer, path + action, "").status()).isEqualTo(403);
    }
    assertThat(fixture.call("PATCH", fixture.viewer, path, "{}").status()).isEqualTo(403);
  }

  @Test
  void another_customers_endpoint_is_404_and_not_listed() {
    assertThat(fixture.get(fixture.otherCustomer, path).status()).isEqualTo(404);
    assertThat(fixture.post(fixture.otherCustomer, path + "/enable", "").status()).isEqualTo(404);
    assertThat(fixture.post(fixture.otherCustomer, path + "/pause", "").status()).isEqualTo(404);
    assertThat(fixture.call("PATCH", fixture.otherCustomer, path, "{}").status()).isEqualTo(404);
    assertThat(fixture.get(fixture.otherCustomer, "/endpoints").size("/data")).isEqualTo(0);
    assertThat(fixture.get(fixture.viewer, "/endpoints/nonsense").status()).isEqualTo(404);
  }

  @Test
  void pages_of_endpoints_stay_stable_while_endpoints_arrive() {
    List<String> expected = new ArrayList<>(List.of(id));
    for (int i = 0; i < 6; i++) {
      fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + i);
      expected.add(fixture.endpointId(ApiFixture.OURS, ApiFixture.URL + i));
    }

    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonResponse page = fixture.get(fixture.viewer, "/endpoints?limit=2" + cursor);
      seen.addAll(page.each("/data", "id"));
      cursor = "&cursor=" + page.at("/nextCursor");
      fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/late/" + seen.size());
    } while (!cursor.endsWith("=null"));

    assertThat(seen).containsAll(expected).doesNotHaveDuplicates();
  }

  @Test
  void a_status_filter_applies_and_invalid_parameters_are_named() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/fine");
    fixture.pass(Duration.ofMillis(1));
    fixture.call("POST", fixture.manager, path + "/pause", "");

    assertThat(fixture.get(fixture.viewer, "/endpoints?status=frozen").size("/data")).isEqualTo(0);
    assertThat(fixture.get(fixture.viewer, "/endpoints?status=enabled").size("/data")).isEqualTo(2);
    JsonResponse wrong =
        fixture.get(fixture.viewer, "/endpoints?status=broken&cursor=zzz&paused=maybe");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.each("/errors", "pointer")).containsExactly("status", "paused", "cursor");
  }

  @Test
  void an_endpoint_shows_its_last_error_with_status_first_bytes_of_the_response_and_message() {
    assertThat(see().at("/lastError")).isEqualTo("null");
    fixture.message("a");
    fixture.respond(saying(503, "overloaded"));
    MessageId second = fixture.message("b");
    fixture.respond(Outcome.failed(ErrorKind.REFUSED, 3, "connection refused"));
    JsonResponse failed = see();
    fixture.message("c");
    fixture.respond(Outcome.responded(200, 20));

    assertThat(failed.at("/lastError/messageId")).isEqualTo(second.toString());
    assertThat(failed.at("/lastError/attempt")).isEqualTo("1");
    assertThat(failed.at("/lastError/status")).isEqualTo("null");
    assertThat(failed.at("/lastError/error")).isEqualTo("refused");
    assertThat(failed.at("/lastError/errorText")).isEqualTo("connection refused");
    assertThat(see().at("/lastError"))
        .as("a success does not hide it")
        .isEqualTo(failed.at("/lastError"));
    fixture.pass(Duration.ofSeconds(90));
    MessageId retried = fixture.engine.sent.getFirst().ticket().message();
    fixture.respond(saying(502, "<h1>Bad gateway</h1>"));
    assertThat(see().at("/lastError/messageId")).isEqualTo(retried.toString());
    assertThat(see().at("/lastError/attempt")).isEqualTo("2");
    assertThat(see().at("/lastError/status")).isEqualTo("502");
    assertThat(see().at("/lastError/response")).isEqualTo("<h1>Bad gateway</h1>");
    assertThat(fixture.get(fixture.viewer, "/endpoints").at("/data/0/lastError"))
        .isEqualTo(see().at("/lastError"));
  }

  @Test
  void the_last_error_is_found_in_the_record_of_a_message_that_it_ended() {
    MessageId id = fixture.message("a");
    fixture.post(fixture.manager, "/messages/" + id + "/cancel", "");
    fixture.respond(saying(500, "too late"));

    assertThat(fixture.get(fixture.viewer, "/messages/" + id).at("/status")).isEqualTo("cancelled");
    assertThat(see().at("/lastError/messageId")).isEqualTo(id.toString());
    assertThat(see().at("/lastError/response")).isEqualTo("too late");
  }

  @Test
  void the_last_error_is_null_when_retention_removed_it() {
    MessageId id = fixture.message("a");
    fixture.post(fixture.manager, "/messages/" + id + "/cancel", "");
    fixture.respond(saying(500, "too late"));
    fixture.pass(Duration.ofDays(40));

    assertThat(fixture.get(fixture.viewer, "/messages/" + id).status()).isEqualTo(404);
    assertThat(see().at("/failures")).isEqualTo("1");
    assertThat(see().at("/lastError")).isEqualTo("null");
  }

  @Test
  void the_response_of_an_endpoint_in_an_allowed_network_is_in_the_last_error_for_admins_only() {
    fixture.message("a");
    fixture.respond(saying(500, "inner secret").asInAllowedNetwork());

    for (String list : List.of("/endpoints", path)) {
      assertThat(fixture.get(fixture.manager, list).body())
          .contains("\"responseHidden\":true")
          .doesNotContain("inner secret");
      assertThat(fixture.get(fixture.admin, list).body()).contains("inner secret");
    }
  }

  private JsonResponse see() {
    return fixture.get(fixture.viewer, path);
  }

  private static Outcome saying(int status, String response) {
    return new Outcome(status, null, 20, "", null, response.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void changed_headers_and_timeout_apply_to_the_next_attempt_of_a_waiting_message() {
    MessageId message = fixture.message("waiting");
    fixture.respond(Outcome.responded(500, 20));
    String path = "/endpoints/" + fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);

    JsonResponse changed =
        fixture.call(
            "PATCH",
            fixture.manager,
            path,
            "{\"timeout\":\"7s\",\"headers\":{\"X-Tenant\":\"blue\"}}");
    fixture.pass(Duration.ofSeconds(85));

    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    Effect.Send retried = fixture.engine.sent.getFirst();
    EndpointSettings settings = retried.target().settings();
    assertThat(retried.ticket().message()).isEqualTo(message);
    assertThat(retried.ticket().number()).isEqualTo(2);
    assertThat(settings.timeoutMillis()).isEqualTo(7_000);
    assertThat(fixture.box.open(Objects.requireNonNull(settings.headers())))
        .isEqualTo("{\"X-Tenant\":\"blue\"}");
  }
}
