package io.posthorn.server.api.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatsApiTest {
  private final ApiFixture fixture = new ApiFixture();
  private final String endpoint = fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);

  StatsApiTest() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_time_series_has_the_counts_of_each_step() {
    fixture.message("a");
    fixture.respond(Outcome.responded(200, 100));
    fixture.message("b");
    fixture.respond(Outcome.responded(500, 200));
    fixture.pass(Duration.ofMinutes(3));

    JsonResponse response =
        fixture.get(
            fixture.viewer,
            "/stats?from=2026-01-01T00:00:00Z&to=2026-01-01T00:03:00Z&endpoint=" + endpoint);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.each("/data", "at"))
        .containsExactly("2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z", "2026-01-01T00:02:00Z");
    assertThat(response.each("/data", "accepted")).containsExactly("2", "0", "0");
    assertThat(response.each("/data", "delivered")).containsExactly("1", "0", "0");
    assertThat(response.each("/data", "failed")).containsExactly("1", "0", "0");
    assertThat(response.each("/data", "dropped")).containsExactly("0", "0", "0");
    assertThat(response.each("/data", "waiting")).containsExactly("1", "1", "1");
    assertThat(Long.parseLong(response.at("/data/0/latency/p50"))).isBetween(90L, 110L);
    assertThat(Long.parseLong(response.at("/data/0/latency/p99"))).isBetween(180L, 220L);
    assertThat(response.at("/data/1/latency")).isEqualTo("null");
    assertThat(response.at("/totals/accepted")).isEqualTo("2");
    assertThat(response.at("/totals/failed")).isEqualTo("1");
    assertThat(Long.parseLong(response.at("/totals/latency/p99"))).isBetween(180L, 220L);
  }

  @Test
  void a_customers_total_is_the_sum_of_its_own_endpoints() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/second");
    fixture.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
    fixture.post(ApiFixture.OURS, "a");
    fixture.post(ApiFixture.THEIRS, "b");
    fixture.respondToAll(Outcome.responded(200, 10));
    fixture.pass(Duration.ofMinutes(10));

    String query = "/stats?from=2026-01-01T00:00:00Z&to=2026-01-01T00:10:00Z&step=10m";

    assertThat(fixture.get(fixture.viewer, query).each("/data", "delivered")).containsExactly("2");
    assertThat(fixture.get(fixture.otherCustomer, query).each("/data", "delivered"))
        .containsExactly("1");
    assertThat(fixture.get(fixture.viewer, "/stats").size("/data")).isEqualTo(60);
  }

  @Test
  void the_total_and_each_endpoint_are_in_one_paged_response() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/second");
    fixture.post(ApiFixture.OURS, "a");
    fixture.respondToAll(Outcome.responded(200, 10));
    fixture.pass(Duration.ofMinutes(10));
    String query = "/stats?by=endpoint&from=2026-01-01T00:00:00Z&to=2026-01-01T00:10:00Z&step=10m";

    JsonResponse all = fixture.get(fixture.viewer, query);
    JsonResponse first = fixture.get(fixture.viewer, query + "&limit=1");
    JsonResponse second =
        fixture.get(fixture.viewer, query + "&limit=1&cursor=" + first.at("/nextCursor"));

    assertThat(all.each("/data", "delivered")).containsExactly("2");
    assertThat(all.size("/endpoints")).isEqualTo(2);
    assertThat(all.each("/endpoints/0/data", "delivered")).containsExactly("1");
    assertThat(all.at("/nextCursor")).isEqualTo("null");
    assertThat(first.each("/endpoints", "endpoint")).hasSize(1);
    assertThat(second.at("/endpoints/0/endpoint")).isEqualTo(all.at("/endpoints/1/endpoint"));
    assertThat(second.at("/nextCursor")).isEqualTo("null");
    assertThat(fixture.get(fixture.viewer, "/stats?by=hour").at("/errors/0/pointer"))
        .isEqualTo("by");
  }

  @Test
  void with_many_points_a_page_has_few_endpoints() {
    for (int i = 0; i < 12; i++) {
      fixture.subscribe(ApiFixture.OURS, ApiFixture.URL + "/" + i);
    }

    JsonResponse response =
        fixture.get(
            fixture.viewer,
            "/stats?by=endpoint&from=2026-01-01T00:00:00Z&to=2026-01-02T09:20:00Z&limit=1000");

    assertThat(response.size("/endpoints")).isEqualTo(10);
    assertThat(response.at("/nextCursor")).startsWith("ep_");
  }

  @Test
  void a_page_reads_a_bounded_number_of_keys_and_is_short_beyond_it() {
    try (ApiFixture bounded = new ApiFixture(5)) {
      for (int i = 0; i < 4; i++) {
        bounded.subscribe(ApiFixture.OURS, ApiFixture.URL + "/" + i);
      }
      for (int minute = 0; minute < 3; minute++) {
        bounded.post(ApiFixture.OURS, "a");
        bounded.respondToAll(Outcome.responded(200, 10));
        bounded.pass(Duration.ofMinutes(1));
      }
      String query = "/stats?by=endpoint&from=2026-01-01T00:00:00Z&to=2026-01-01T00:10:00Z";

      List<String> seen = new ArrayList<>();
      String cursor = "";
      do {
        JsonResponse page = bounded.get(bounded.viewer, query + cursor);
        assertThat(page.size("/endpoints")).isBetween(1, 2); // each has 3 minutes, that is 4 keys
        seen.addAll(page.each("/endpoints", "endpoint"));
        cursor = "&cursor=" + page.at("/nextCursor");
      } while (!cursor.endsWith("=null"));

      assertThat(seen).hasSize(4).doesNotHaveDuplicates();
    }
  }

  @Test
  void pages_over_all_customers_share_one_bound_and_a_sum_beyond_it_is_400() {
    try (ApiFixture bounded = new ApiFixture(12)) {
      for (String customer : List.of(ApiFixture.OURS, ApiFixture.THEIRS)) {
        bounded.subscribe(customer, ApiFixture.URL);
        bounded.post(customer, "a");
      }
      bounded.respondToAll(Outcome.responded(200, 10));
      bounded.pass(Duration.ofMinutes(1));
      assertThat(bounded.getAll("/stats").at("/totals/delivered")).isEqualTo("2");
      for (int minute = 0; minute < 12; minute++) {
        bounded.post(ApiFixture.OURS, "b");
        bounded.respondToAll(Outcome.responded(200, 10));
        bounded.pass(Duration.ofMinutes(1));
      }

      JsonResponse many = bounded.getAll("/stats");
      JsonResponse later = bounded.getAll("/stats?from=2026-01-01T00:12:00Z");
      JsonResponse first = bounded.getAll("/stats?by=endpoint&from=2026-01-01T00:12:00Z");

      assertThat(many.status()).isEqualTo(400);
      assertThat(many.pointers()).containsExactly("from");
      assertThat(many.at("/detail")).contains("a shorter time", "X-Customer-Id");
      assertThat(later.at("/totals/delivered")).isEqualTo("1");
      assertThat(first.size("/endpoints")).isEqualTo(2);
    }
  }

  @Test
  void a_page_over_all_customers_that_reaches_the_bound_continues_with_the_next_customer() {
    try (ApiFixture bounded = new ApiFixture(12)) {
      for (int i = 0; i < 3; i++) {
        bounded.subscribe(ApiFixture.OURS, ApiFixture.URL + "/" + i);
      }
      bounded.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
      bounded.post(ApiFixture.THEIRS, "a");
      for (int minute = 0; minute < 3; minute++) {
        bounded.post(ApiFixture.OURS, "a");
        bounded.respondToAll(Outcome.responded(200, 10));
        bounded.pass(Duration.ofMinutes(1));
      }
      String query = "/stats?by=endpoint&from=2026-01-01T00:00:00Z&to=2026-01-01T00:10:00Z";

      JsonResponse first = bounded.getAll(query);
      JsonResponse second = bounded.getAll(query + "&cursor=" + first.at("/nextCursor"));

      assertThat(first.size("/endpoints")).isEqualTo(3); // 4 keys each: the bound
      assertThat(first.at("/nextCursor")).startsWith(ApiFixture.THEIRS + "/");
      assertThat(second.each("/endpoints", "endpoint"))
          .containsExactly(bounded.endpointId(ApiFixture.THEIRS, ApiFixture.URL));
      assertThat(second.at("/nextCursor")).isEqualTo("null");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=1001", "limit=x", "by=endpoint&limit=-1"})
  void the_limit_is_checked_with_and_without_pages(String query) {
    JsonResponse wrong = fixture.get(fixture.viewer, "/stats?" + query);

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.pointers()).containsExactly("limit");
  }

  @Test
  void the_range_is_at_most_60_days() {
    String query = "/stats?step=1d&from=2025-11-02T00:00:00Z&to=";

    assertThat(fixture.get(fixture.viewer, query + "2026-01-01T00:00:00Z").status()).isEqualTo(200);
    JsonResponse longer = fixture.get(fixture.viewer, query + "2026-01-01T00:00:01Z");
    assertThat(longer.status()).isEqualTo(400);
    assertThat(longer.pointers()).containsExactly("from");
  }

  @Test
  void a_cursor_without_by_endpoint_is_400() {
    JsonResponse response = fixture.get(fixture.viewer, "/stats?cursor=" + endpoint);

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.pointers()).containsExactly("cursor");
  }

  @Test
  void an_endpoint_has_the_percentiles_of_its_last_hour() {
    fixture.message("a");
    fixture.respond(Outcome.responded(200, 1_000));
    fixture.pass(Duration.ofMinutes(1));

    JsonResponse recent = fixture.get(fixture.viewer, "/endpoints/" + endpoint);
    fixture.pass(Duration.ofHours(2));
    JsonResponse later = fixture.get(fixture.viewer, "/endpoints/" + endpoint);

    assertThat(Long.parseLong(recent.at("/latency/p90"))).isBetween(900L, 1_100L);
    assertThat(later.at("/latency")).isEqualTo("null");
  }

  @Test
  void steps_are_whole_minutes_and_points_at_most_2000() {
    String day = "from=2026-01-01T00:00:00Z&to=2026-01-02T09:21:00Z";

    JsonResponse small = fixture.get(fixture.viewer, "/stats?step=30s");
    JsonResponse many = fixture.get(fixture.viewer, "/stats?step=1m&" + day);

    assertThat(small.at("/errors/0/pointer")).isEqualTo("step");
    assertThat(many.status()).isEqualTo(400);
    assertThat(many.at("/errors/0/pointer")).isEqualTo("step");
    assertThat(
            fixture
                .get(fixture.viewer, "/stats?step=1m&" + day.replace(":21:", ":20:"))
                .size("/data"))
        .isEqualTo(2000);
    assertThat(
            fixture.get(fixture.viewer, "/stats?from=2026-01-02T00:00:00Z").at("/errors/0/pointer"))
        .isEqualTo("to");
  }

  @Test
  void another_customers_endpoint_is_404_and_producers_see_nothing() {
    assertThat(fixture.get(fixture.otherCustomer, "/stats?endpoint=" + endpoint).status())
        .isEqualTo(404);
    assertThat(fixture.get(fixture.producer, "/stats").status()).isEqualTo(403);
  }
}
