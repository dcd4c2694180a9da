package io.posthorn.server.api.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatsApiTest {
  private final ApiFixture stage = new ApiFixture();
  private final String endpoint = stage.endpointId(ApiFixture.OURS, ApiFixture.URL);

  StatsApiTest() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void a_time_series_says_what_happened_in_each_step() {
    stage.message("a");
    stage.answer(Outcome.answered(200, 100));
    stage.message("b");
    stage.answer(Outcome.answered(500, 200));
    stage.pass(Duration.ofMinutes(3));

    JsonResponse response =
        stage.get(
            stage.viewer,
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
  void a_customer_as_a_whole_is_the_sum_of_its_endpoints_and_no_others() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL + "/second");
    stage.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
    stage.post(ApiFixture.OURS, "a");
    stage.post(ApiFixture.THEIRS, "b");
    stage.answerAll(Outcome.answered(200, 10));
    stage.pass(Duration.ofMinutes(10));

    String query = "/stats?from=2026-01-01T00:00:00Z&to=2026-01-01T00:10:00Z&step=10m";

    assertThat(stage.get(stage.viewer, query).each("/data", "delivered")).containsExactly("2");
    assertThat(stage.get(stage.stranger, query).each("/data", "delivered")).containsExactly("1");
    assertThat(stage.get(stage.viewer, "/stats").size("/data")).isEqualTo(60);
  }

  @Test
  void the_whole_and_each_endpoint_come_in_one_answer_in_pages() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL + "/second");
    stage.post(ApiFixture.OURS, "a");
    stage.answerAll(Outcome.answered(200, 10));
    stage.pass(Duration.ofMinutes(10));
    String query = "/stats?by=endpoint&from=2026-01-01T00:00:00Z&to=2026-01-01T00:10:00Z&step=10m";

    JsonResponse all = stage.get(stage.viewer, query);
    JsonResponse first = stage.get(stage.viewer, query + "&limit=1");
    JsonResponse second =
        stage.get(stage.viewer, query + "&limit=1&cursor=" + first.at("/nextCursor"));

    assertThat(all.each("/data", "delivered")).containsExactly("2");
    assertThat(all.size("/endpoints")).isEqualTo(2);
    assertThat(all.each("/endpoints/0/data", "delivered")).containsExactly("1");
    assertThat(all.at("/nextCursor")).isEqualTo("null");
    assertThat(first.each("/endpoints", "endpoint")).hasSize(1);
    assertThat(second.at("/endpoints/0/endpoint")).isEqualTo(all.at("/endpoints/1/endpoint"));
    assertThat(second.at("/nextCursor")).isEqualTo("null");
    assertThat(stage.get(stage.viewer, "/stats?by=hour").at("/errors/0/pointer")).isEqualTo("by");
  }

  @Test
  void many_points_leave_room_for_few_endpoints() {
    for (int i = 0; i < 12; i++) {
      stage.subscribe(ApiFixture.OURS, ApiFixture.URL + "/" + i);
    }

    JsonResponse response =
        stage.get(
            stage.viewer,
            "/stats?by=endpoint&from=2026-01-01T00:00:00Z&to=2026-01-02T09:20:00Z&limit=1000");

    assertThat(response.size("/endpoints")).isEqualTo(10);
    assertThat(response.at("/nextCursor")).startsWith("ep_");
  }

  @Test
  void an_endpoint_says_the_percentiles_of_its_last_hour() {
    stage.message("a");
    stage.answer(Outcome.answered(200, 1_000));
    stage.pass(Duration.ofMinutes(1));

    JsonResponse recent = stage.get(stage.viewer, "/endpoints/" + endpoint);
    stage.pass(Duration.ofHours(2));
    JsonResponse later = stage.get(stage.viewer, "/endpoints/" + endpoint);

    assertThat(Long.parseLong(recent.at("/latency/p90"))).isBetween(900L, 1_100L);
    assertThat(later.at("/latency")).isEqualTo("null");
  }

  @Test
  void steps_are_whole_minutes_and_points_at_most_2000() {
    String day = "from=2026-01-01T00:00:00Z&to=2026-01-02T09:21:00Z";

    JsonResponse small = stage.get(stage.viewer, "/stats?step=30s");
    JsonResponse many = stage.get(stage.viewer, "/stats?step=1m&" + day);

    assertThat(small.at("/errors/0/pointer")).isEqualTo("step");
    assertThat(many.status()).isEqualTo(400);
    assertThat(many.at("/errors/0/pointer")).isEqualTo("step");
    assertThat(
            stage.get(stage.viewer, "/stats?step=1m&" + day.replace(":21:", ":20:")).size("/data"))
        .isEqualTo(2000);
    assertThat(stage.get(stage.viewer, "/stats?from=2026-01-02T00:00:00Z").at("/errors/0/pointer"))
        .isEqualTo("to");
  }

  @Test
  void another_customers_endpoint_is_404_and_producers_see_nothing() {
    assertThat(stage.get(stage.stranger, "/stats?endpoint=" + endpoint).status()).isEqualTo(404);
    assertThat(stage.get(stage.producer, "/stats").status()).isEqualTo(403);
  }
}
