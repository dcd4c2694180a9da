package io.posthorn.server.api.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverviewApiTest {
  private final ApiFixture fixture = new ApiFixture();
  private final String endpoint = fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);

  OverviewApiTest() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void the_overview_counts_endpoints_by_state_and_their_waiting_messages() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/second");
    fixture.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
    fixture.post(fixture.manager, "/endpoints/" + endpoint + "/pause", "");
    fixture.pass(Duration.ofSeconds(5));
    fixture.post(ApiFixture.OURS, "a");
    fixture.respond(Outcome.responded(500, 10));
    fixture.post(ApiFixture.THEIRS, "b");

    JsonResponse response = fixture.get(fixture.viewer, "/overview");

    assertThat(response.at("/endpoints/total")).isEqualTo("2");
    assertThat(response.at("/endpoints/enabled")).isEqualTo("2");
    assertThat(response.at("/endpoints/paused")).isEqualTo("1");
    assertThat(response.at("/waiting/first")).isEqualTo("0");
    assertThat(response.at("/waiting/retry")).isEqualTo("1");
    assertThat(response.at("/waiting/held")).isEqualTo("1");
    assertThat(response.at("/waiting/oldestSince")).isEqualTo("2026-01-01T00:00:05Z");
    assertThat(response.each("/attention", "kind")).containsExactly("paused");
    assertThat(fixture.get(fixture.otherCustomer, "/overview").at("/endpoints/total"))
        .isEqualTo("1");
    assertThat(fixture.get(fixture.producer, "/overview").status()).isEqualTo(403);
  }

  @Test
  void the_overview_lists_endpoints_that_need_attention_with_a_reason() {
    fixture.failUntilDisabled();

    JsonResponse response = fixture.get(fixture.viewer, "/overview");

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
  void exactly_the_endpoints_that_need_attention_can_be_listed() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/healthy");
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/paused");
    String paused = fixture.endpointId(ApiFixture.OURS, ApiFixture.URL + "/paused");
    fixture.post(fixture.manager, "/endpoints/" + paused + "/pause", "");
    fixture.failUntilDisabled();

    JsonResponse listed = fixture.get(fixture.viewer, "/endpoints?needingAttention=true");

    assertThat(listed.each("/data", "id")).contains(paused, endpoint);
    assertThat(listed.each("/data", "id"))
        .containsExactlyInAnyOrderElementsOf(
            fixture.get(fixture.viewer, "/overview").each("/attention", "endpointId"));
    assertThat(fixture.get(fixture.viewer, "/endpoints?needingAttention=no").status())
        .isEqualTo(400);
  }

  @Test
  void an_endpoint_that_needs_attention_has_its_last_error_and_the_message() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/second");
    String second = fixture.endpointId(ApiFixture.OURS, ApiFixture.URL + "/second");
    fixture.post(fixture.manager, "/endpoints/" + second + "/pause", "");
    fixture.failUntilDisabled();

    JsonResponse response = fixture.get(fixture.viewer, "/overview");

    assertThat(response.each("/attention", "kind")).containsExactly("disabled", "paused");
    assertThat(response.at("/attention/1/lastError")).isEqualTo("null");
    assertThat(response.at("/attention/0/lastError/status")).isEqualTo("500");
    assertThat(response.at("/attention/0/lastError"))
        .isEqualTo(fixture.get(fixture.viewer, "/endpoints/" + endpoint).at("/lastError"));
    String message = response.at("/attention/0/lastError/messageId");
    assertThat(fixture.get(fixture.viewer, "/messages/" + message).at("/attempts/0/status"))
        .isEqualTo("500");
  }

  @Test
  void the_response_of_an_endpoint_in_an_allowed_network_is_for_admins_only() {
    for (int i = 0; i < 3; i++) {
      fixture.message("failing-" + i);
    }
    byte[] secret = "inner secret".getBytes(StandardCharsets.UTF_8);
    fixture.respondToAll(new Outcome(500, null, 20, "", null, secret).asInAllowedNetwork());

    assertThat(fixture.get(fixture.viewer, "/overview").body()).doesNotContain("inner secret");
    assertThat(fixture.get(fixture.viewer, "/overview").at("/attention/0/lastError/responseHidden"))
        .isEqualTo("true");
    assertThat(fixture.get(fixture.admin, "/overview").body()).contains("inner secret");
  }

  @Test
  void each_customer_is_listed_with_its_health() {
    fixture.failUntilDisabled();
    fixture.pass(Duration.ofMinutes(1));
    fixture.post(fixture.otherCustomer, "/customers/other/delivery/pause", "");

    JsonResponse all = fixture.getAll("/overview/customers");

    assertThat(all.each("/data", "customerId")).containsExactly("default", "other");
    assertThat(all.each("/data", "deliveryPaused")).containsExactly("false", "true");
    assertThat(all.each("/data", "needingAttention")).containsExactly("1", "0");
    assertThat(all.at("/data/0/endpoints/disabled")).isEqualTo("1");
    assertThat(all.at("/data/0/waiting/held")).isEqualTo("3");
    assertThat(all.at("/data/0/lastHour/accepted")).isEqualTo("3");
    assertThat(all.at("/data/0/lastHour/failed")).isEqualTo("3");
    assertThat(all.at("/data/1/lastHour/accepted")).isEqualTo("0");
    assertThat(all.at("/nextCursor")).isEqualTo("null");
    JsonResponse own = fixture.get(fixture.viewer, "/overview/customers");
    assertThat(own.each("/data", "customerId")).containsExactly("default");
    assertThat(fixture.get(fixture.producer, "/overview/customers").status()).isEqualTo(403);
  }

  @Test
  void customers_that_need_attention_can_be_listed_alone() {
    assertThat(fixture.getAll("/overview/customers?needingAttention=true").size("/data")).isZero();
    fixture.failUntilDisabled();
    fixture.pass(Duration.ofMinutes(1)); // statistics are stored

    JsonResponse needing = fixture.getAll("/overview/customers?needingAttention=true");

    assertThat(needing.each("/data", "customerId")).containsExactly("default");
    assertThat(needing.at("/data/0/needingAttention")).isEqualTo("1");
    assertThat(needing.at("/data/0/lastHour/failed")).isEqualTo("3");
    assertThat(needing.at("/nextCursor")).isEqualTo("null");
    String own = "/overview/customers?needingAttention=";
    assertThat(fixture.get(fixture.viewer, own + "true").size("/data")).isEqualTo(1);
    assertThat(fixture.get(fixture.otherCustomer, own + "true").size("/data")).isZero();
    assertThat(fixture.get(fixture.viewer, own + "false").at("/errors/0/pointer"))
        .isEqualTo("needingAttention");
  }

  @Test
  void the_health_of_the_customers_is_paged() {
    JsonResponse first = fixture.getAll("/overview/customers?limit=1");

    assertThat(first.each("/data", "customerId")).containsExactly("default");
    JsonResponse second =
        fixture.getAll("/overview/customers?limit=1&cursor=" + first.at("/nextCursor"));
    assertThat(second.each("/data", "customerId")).containsExactly("other");
    assertThat(fixture.getAll("/overview/customers?cursor=x").status()).isEqualTo(400);
    assertThat(fixture.get(fixture.viewer, "/overview/customers?cursor=x").status()).isEqualTo(400);
  }

  @Test
  void during_a_delivery_pause_all_waiting_messages_are_held() {
    fixture.post(fixture.manager, "/customers/default/delivery/pause", "");
    fixture.post(ApiFixture.OURS, "a");

    JsonResponse response = fixture.get(fixture.viewer, "/overview");

    assertThat(response.at("/delivery/paused")).isEqualTo("true");
    assertThat(response.at("/waiting/held")).isEqualTo("1");
    assertThat(response.at("/waiting/first")).isEqualTo("0");
  }

  @Test
  void an_endpoint_near_a_limit_needs_attention() {
    fixture.message("a");
    fixture.message("b");
    fixture.respondToAll(Outcome.responded(500, 10));

    // Two of three consecutive failures are 0.67 of the rule: not near the limit.
    assertThat(fixture.get(fixture.viewer, "/overview").at("/needingAttention")).isEqualTo("0");
  }

  @Test
  void a_circuits_history_is_paged_like_every_list() {
    for (int i = 0; i < 3; i++) {
      fixture.post(fixture.manager, "/endpoints/" + endpoint + "/pause", "");
      fixture.pass(Duration.ofSeconds(1));
      fixture.post(fixture.manager, "/endpoints/" + endpoint + "/enable", "");
      fixture.pass(Duration.ofSeconds(1));
    }
    String path = "/endpoints/" + endpoint + "/history?limit=2";
    List<String> found = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    while (!cursor.equals("null")) {
      JsonResponse page =
          fixture.get(fixture.viewer, path + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      found.addAll(page.each("/data", "event"));
      cursor = page.at("/nextCursor");
      pages++;
    }
    assertThat(pages).isEqualTo(3);
    assertThat(found)
        .containsExactly("enabled", "paused", "enabled", "paused", "enabled", "paused");
    assertThat(fixture.get(fixture.viewer, path + "&cursor=nonsense").status()).isEqualTo(400);
  }

  @Test
  void a_circuits_history_is_listed_newest_first() {
    fixture.failUntilDisabled();
    fixture.post(fixture.manager, "/endpoints/" + endpoint + "/enable", "");

    JsonResponse response = fixture.get(fixture.viewer, "/endpoints/" + endpoint + "/history");

    assertThat(response.each("/data", "event")).containsExactly("enabled", "disabled");
    assertThat(response.at("/data/1/consecutiveFailures")).isEqualTo("3");
    assertThat(response.at("/data/1/window/failures")).isEqualTo("3");
    assertThat(fixture.get(fixture.otherCustomer, "/endpoints/" + endpoint + "/history").status())
        .isEqualTo(404);
  }

  @Test
  void endpoints_are_searched_by_url_and_can_include_their_last_hour() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/Second");
    fixture.post(ApiFixture.OURS, "a");
    fixture.respondToAll(Outcome.responded(200, 10));
    fixture.pass(Duration.ofMinutes(1));

    JsonResponse found = fixture.get(fixture.viewer, "/endpoints?q=SECOND&series=true");

    assertThat(found.size("/data")).isEqualTo(1);
    assertThat(found.size("/data/0/lastHour/delivered")).isEqualTo(60);
    assertThat(found.at("/data/0/lastHour/delivered/58")).isEqualTo("1");
    assertThat(fixture.get(fixture.viewer, "/endpoints?q=" + endpoint).at("/data/0/id"))
        .isEqualTo(endpoint);
    assertThat(fixture.get(fixture.viewer, "/endpoints?series=yes").at("/errors/0/pointer"))
        .isEqualTo("series");
  }

  @Test
  void a_message_has_its_slots_and_its_request_with_masked_secrets() {
    String id = fixture.message("a").toString();

    JsonResponse response = fixture.get(fixture.viewer, "/messages/" + id);

    assertThat(response.size("/schedule")).isEqualTo(12);
    assertThat(response.at("/schedule/1")).isEqualTo("2026-01-01T00:01:24.800Z");
    assertThat(response.at("/request/headers/User-Agent")).isEqualTo("Posthorn/test");
    assertThat(response.at("/request/headers/webhook-id")).isEqualTo(id);
    assertThat(response.at("/request/headers/webhook-signature")).isEqualTo("v1,****");
  }
}
