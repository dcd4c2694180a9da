package io.posthorn.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.kafka.DrivenNode;
import io.posthorn.server.JsonResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What shards have in parts is answered as one. */
final class ManyShardsTest {
  private static final List<Integer> ALL = IntStream.range(0, ManyShards.COUNT).boxed().toList();

  private final ManyShards api = new ManyShards();

  @AfterEach
  void close() {
    api.close();
  }

  /** Pages of one entry until the last; the field of each entry. */
  private List<String> paged(String path, String field, int limit) {
    List<String> found = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonResponse page = api.get(path + "limit=" + limit + cursor);
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.size("/data")).isLessThanOrEqualTo(limit);
      found.addAll(page.each("/data", field));
      if (page.at("/nextCursor").equals("null")) {
        return found;
      }
      cursor = "&cursor=" + page.at("/nextCursor");
    }
  }

  @Test
  void an_event_is_shown_with_the_messages_of_all_shards() {
    api.subscribeEverywhere();
    api.event("e1");
    api.answerAll(200);

    JsonResponse event = api.get("/events/e1");

    assertThat(event.size("/messages")).isEqualTo(ManyShards.COUNT);
    assertThat(event.each("/messages", "status")).containsOnly("delivered");
    assertThat(event.each("/messages", "id")).doesNotHaveDuplicates();
    assertThat(event.has("/incomplete")).isFalse();
  }

  @Test
  void an_event_that_nobody_wanted_is_shown_too() {
    api.event("lonely");

    assertThat(api.get("/events/lonely").size("/messages")).isZero();
    assertThat(api.get("/events").each("/data", "id")).containsExactly("lonely");
  }

  @Test
  void events_of_one_millisecond_are_listed_once_each_whatever_the_size_of_a_page() {
    api.subscribeEverywhere();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      api.event("e" + i);
      expected.addFirst("e" + i);
      if (i % 7 == 6) {
        api.pass(1);
      }
    }

    // Within a millisecond their order is that of the shards that made their keys.
    List<String> whole = paged("/events?", "id", 100);
    assertThat(whole).containsExactlyInAnyOrderElementsOf(expected);
    for (int limit : new int[] {1, 2, 3, 7, 20}) {
      assertThat(paged("/events?", "id", limit)).as("limit " + limit).isEqualTo(whole);
    }
    assertThat(api.get("/events").size("/data/0/messages")).isEqualTo(ManyShards.COUNT);
  }

  @Test
  void messages_and_endpoints_of_all_shards_are_listed_in_one_order() {
    api.subscribeEverywhere();
    for (int i = 0; i < 5; i++) {
      api.event("e" + i);
      api.pass(1);
    }

    List<String> messages = paged("/messages?", "id", 3);
    assertThat(messages).hasSize(5 * ManyShards.COUNT).doesNotHaveDuplicates();
    assertThat(api.get("/messages?limit=100").each("/data", "id")).isEqualTo(messages);
    assertThat(paged("/endpoints?", "id", 1)).hasSize(ManyShards.COUNT).isSorted();
  }

  @Test
  void events_that_weigh_much_are_listed_as_completely_as_others() {
    api.subscribeEverywhere();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      api.event("heavy" + i, "\"" + "x".repeat(600_000) + "\"");
      api.pass(1);
      expected.addFirst("heavy" + i);
    }

    assertThat(paged("/events?", "id", 5)).isEqualTo(expected);
    List<String> ofMessages = api.get("/messages?limit=100").each("/data", "eventId");
    assertThat(ofMessages).hasSize(12 * ManyShards.COUNT);
    assertThat(ofMessages.stream().distinct()).isEqualTo(expected);
  }

  @Test
  void a_list_asks_other_nodes_no_oftener_for_many_than_for_few() {
    api.subscribeEverywhere();
    IntStream.range(0, 5).forEach(i -> api.event("few" + i));
    int events = asked("/events");
    int messages = asked("/messages");
    IntStream.range(0, 8).forEach(i -> api.event("more" + i));

    assertThat(asked("/events")).isEqualTo(events);
    assertThat(asked("/messages")).isEqualTo(messages);
  }

  private int asked(String path) {
    api.engine.questions.set(0);
    assertThat(api.get(path).status()).isEqualTo(200);
    return api.engine.questions.get();
  }

  @Test
  void a_customers_statistics_are_the_sum_of_all_shards() {
    api.subscribeEverywhere();
    api.event("e1");
    api.answerAll(200);
    api.event("e2");
    api.pass(60_000);

    JsonResponse stats = api.get("/stats?from=2025-12-31T23:59:00Z&to=2026-01-01T00:02:00Z");

    assertThat(stats.at("/totals/accepted")).isEqualTo("8");
    assertThat(stats.at("/totals/delivered")).isEqualTo("4");
    assertThat(stats.at("/data/2/waiting")).isEqualTo("4");
    assertThat(api.get("/overview").at("/endpoints/total")).isEqualTo("4");
    assertThat(api.get("/overview").at("/waiting/first")).isEqualTo("4");
  }

  @Test
  void a_replay_of_many_is_as_far_as_all_shards_together() {
    api.subscribeEverywhere();
    api.event("e1");
    api.answerAll(200);
    api.engine.leavingLongWork.addAll(ALL);

    JsonResponse started =
        api.post(
            "/replays",
            """
            {"from": "2025-12-31T00:00:00Z", "to": "2026-01-02T00:00:00Z"}""");
    assertThat(started.status()).isEqualTo(202);
    String path = "/replays/" + started.at("/id");
    api.engine.leavingLongWork.clear();
    api.pass(1);
    JsonResponse done = api.get(path);

    assertThat(done.at("/taken")).isEqualTo("4");
    assertThat(done.at("/total")).isEqualTo("4");
    assertThat(done.at("/share")).isIn("1", "1.0");
    assertThat(done.at("/finished")).isEqualTo("true");
    assertThat(api.engine.sent).hasSize(4);
  }

  @Test
  void an_erased_customer_is_told_of_until_the_last_shard_has_finished() {
    api.subscribeEverywhere();
    api.event("e1");
    api.answerAll(200);
    api.engine.leavingLongWork.addAll(ALL);

    JsonResponse erasing = api.call("DELETE", "/customers/acme", null);
    assertThat(erasing.status()).isEqualTo(202);
    assertThat(api.get("/customers").at("/data/0/erasing")).contains("erasedEvents");
    assertThat(api.call("PUT", "/customers/acme", null).status()).isEqualTo(409);
    api.engine.leavingLongWork.remove(0); // which has the record that there is such a customer
    api.pass(1);
    assertThat(api.get("/customers").at("/data/0/id")).isEqualTo("acme");
    assertThat(api.get("/customers").at("/data/0/erasing")).contains("erasedEvents");
    api.engine.leavingLongWork.clear();
    api.pass(1);

    assertThat(api.get("/customers/acme").status()).isEqualTo(404);
  }

  @Test
  void what_every_shard_was_told_is_one_line_of_the_audit() {
    IntStream.range(0, ManyShards.COUNT).forEach(api::subscribe);
    api.post("/endpoints/enable", "{\"status\": \"disabled\"}");

    assertThat(paged("/audit?", "action", 1))
        .containsExactly(
            "endpoint.enable",
            "subscription.create",
            "subscription.create",
            "subscription.create",
            "subscription.create");
  }

  @Test
  void a_list_that_could_not_reach_a_node_says_which() {
    api.subscribeEverywhere();
    api.event("e1");
    api.engine.lost.add(2);

    for (String path :
        List.of(
            "/events", "/events/e1", "/messages", "/endpoints", "/stats", "/overview", "/audit")) {
      JsonResponse heard = api.get(path);
      assertThat(heard.status()).as(path).isEqualTo(200);
      assertThat(heard.at("/incomplete")).as(path).isEqualTo("[\"" + DrivenNode.address(2) + "\"]");
    }
    assertThat(api.get("/events/e1").size("/messages")).isEqualTo(3);
    assertThat(api.get("/endpoints").size("/data")).isEqualTo(3);
  }

  @Test
  void messages_of_an_endpoint_whose_node_cannot_be_reached_are_not_said_to_be_none() {
    api.subscribeEverywhere();
    api.event("e1");
    api.answerAll(200);
    api.engine.lost.add(2);

    JsonResponse away = api.get("/messages?endpoint=" + api.endpoint(2));
    assertThat(away.size("/data")).isZero();
    assertThat(away.at("/incomplete")).isEqualTo("[\"" + DrivenNode.address(2) + "\"]");
    JsonResponse there = api.get("/messages?endpoint=" + api.endpoint(1));
    assertThat(there.size("/data")).isEqualTo(1);
    assertThat(there.has("/incomplete")).isFalse();
  }

  @Test
  void what_may_be_on_a_node_that_cannot_be_reached_is_not_said_to_be_missing() {
    api.subscribeEverywhere();
    api.event("e1");
    String endpoint = api.endpoint(0);
    IntStream.range(0, ManyShards.COUNT).forEach(api.engine.lost::add);

    for (String path : List.of("/endpoints/" + endpoint, "/events/e1", "/events/e2")) {
      JsonResponse heard = api.get(path);
      assertThat(heard.status()).as(path).isEqualTo(503);
      assertThat(heard.header("Retry-After")).hasValue("2");
      assertThat(heard.at("/detail")).contains("node-0:8080");
    }
  }

  @Test
  void calls_about_backups_say_who_keeps_the_data() {
    for (JsonResponse refused :
        List.of(
            api.get("/backups"),
            api.post("/backups", ""),
            api.call("DELETE", "/backups/b", null))) {
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.at("/detail")).startsWith("Backups are not available with engine: kafka");
    }
  }
}
