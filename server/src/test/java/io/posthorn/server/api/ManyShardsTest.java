package io.posthorn.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.kafka.DrivenNode;
import io.posthorn.server.JsonResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results that are spread over several shards are returned as one. */
final class ManyShardsTest {
  private static final List<Integer> ALL = IntStream.range(0, ManyShards.COUNT).boxed().toList();

  private final ManyShards api = new ManyShards();

  @AfterEach
  void close() {
    api.close();
  }

  /** Reads all pages with one entry each, and returns a field of each entry. */
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
    api.respondToAll(200);

    JsonResponse event = api.get("/events/e1");

    assertThat(event.size("/messages")).isEqualTo(ManyShards.COUNT);
    assertThat(event.each("/messages", "status")).containsOnly("delivered");
    assertThat(event.each("/messages", "id")).doesNotHaveDuplicates();
    assertThat(event.has("/incomplete")).isFalse();
  }

  @Test
  void an_event_without_matches_is_shown_too() {
    api.event("lonely");

    assertThat(api.get("/events/lonely").size("/messages")).isZero();
    assertThat(api.get("/events").each("/data", "id")).containsExactly("lonely");
  }

  @Test
  void events_of_all_shards_have_one_total_order_newest_first_with_any_page_size() {
    api.subscribeEverywhere();
    for (int i = 0; i < 20; i++) {
      api.event("e" + i);
      if (i % 7 == 6) {
        api.pass(1);
      }
    }

    List<String> whole = paged("/events?", "id", 100);

    assertThat(whole).hasSize(20);
    assertThat(whole.subList(0, 6)).containsExactlyInAnyOrderElementsOf(events(14, 20));
    assertThat(whole.subList(6, 13)).containsExactlyInAnyOrderElementsOf(events(7, 14));
    assertThat(whole.subList(13, 20)).containsExactlyInAnyOrderElementsOf(events(0, 7));
    // Shards take events independently, so no order over shards is known within a millisecond. The
    // full key of its first copy decides: first the shard, then newest first.
    assertThat(whole.stream().map(this::key).toList())
        .doesNotHaveDuplicates()
        .isSortedAccordingTo(Comparator.reverseOrder());
    for (int shard : ALL) {
      assertThat(whole.stream().filter(id -> takenBy(id) == shard).map(ManyShardsTest::number))
          .as("events that shard %d has taken", shard)
          .isSortedAccordingTo(Comparator.reverseOrder());
    }
    for (int limit : new int[] {1, 2, 3, 7, 20}) {
      assertThat(paged("/events?", "id", limit)).as("limit " + limit).isEqualTo(whole);
    }
    assertThat(api.get("/events").size("/data/0/messages")).isEqualTo(ManyShards.COUNT);
  }

  private static List<String> events(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "e" + i).toList();
  }

  private static int number(String eventId) {
    return Integer.parseInt(eventId.substring(1));
  }

  /** The key of an event's first copy. */
  private EventKey key(String eventId) {
    String message = api.get("/events/" + eventId).at("/messages/0/id");
    return MessageId.parse(message).orElseThrow().event();
  }

  /** The shard that has taken an event first. */
  private int takenBy(String eventId) {
    return key(eventId).shard();
  }

  /** The second shard gets its copy when the event is posted again. */
  @Test
  void an_event_whose_copies_were_made_at_different_times_is_listed_once() {
    api.subscribe(0);
    api.event("first");
    api.pass(5);
    api.event("second");
    api.subscribe(1);
    api.pass(5);
    api.event("first");

    for (int limit : new int[] {1, 2, 20}) {
      assertThat(paged("/events?", "id", limit))
          .as("limit " + limit)
          .containsExactly("second", "first");
    }
    assertThat(api.get("/events").size("/data/1/messages")).isEqualTo(2);
    assertThat(api.get("/events?matched=true").each("/data", "id"))
        .containsExactly("second", "first");
    assertThat(api.get("/events?matched=false").size("/data")).isZero();
    assertThat(api.get("/events/first").size("/messages")).isEqualTo(2);
    assertThat(api.get("/events/first").at("/acceptedAt"))
        .isEqualTo(api.get("/events").at("/data/1/acceptedAt"))
        .isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void an_event_that_matches_only_when_it_is_posted_again_is_matched() {
    api.event("late");
    api.pass(5);
    api.subscribeEverywhere();
    api.event("late");

    assertThat(api.get("/events?matched=false").size("/data")).isZero();
    assertThat(api.get("/events?matched=true").each("/data", "id")).containsExactly("late");
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
    assertThat(messages.stream().map(id -> MessageId.parse(id).orElseThrow()).toList())
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(api.get("/messages?limit=100").each("/data", "id")).isEqualTo(messages);
    assertThat(paged("/endpoints?", "id", 1)).hasSize(ManyShards.COUNT).isSorted();
  }

  @Test
  void large_events_are_listed_completely() {
    api.subscribeEverywhere();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      api.event("heavy" + i, "\"" + "x".repeat(600_000) + "\"");
      api.pass(1);
      expected.addFirst("heavy" + i);
    }

    assertThat(paged("/events?", "id", 5)).isEqualTo(expected);
    List<String> ofMessages = paged("/messages?", "eventId", 100);
    assertThat(ofMessages).hasSize(12 * ManyShards.COUNT);
    assertThat(ofMessages.stream().distinct()).isEqualTo(expected);
  }

  @Test
  void a_list_makes_the_same_number_of_remote_calls_for_many_as_for_few() {
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
    api.respondToAll(200);
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
  void the_progress_of_a_bulk_replay_is_the_sum_of_all_shards() {
    api.subscribeEverywhere();
    api.event("e1");
    api.respondToAll(200);
    api.engine.leavingLongWork.addAll(ALL);

    JsonResponse started =
        api.post(
            "/replays",
            """
            {"from": "2025-12-31T00:00:00Z", "to": "2026-01-02T00:00:00Z"}\
            """);
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
  void an_erased_customer_is_listed_until_the_last_shard_has_finished() {
    api.subscribeEverywhere();
    String event = "{\"objCode\": \"TASK\", \"eventType\": \"UPDATE\", \"newState\": {}}";
    api.post("/events", "[" + String.join(",", Collections.nCopies(1_000, event)) + "]");
    api.engine.leavingLongWork.addAll(ALL); // more than one turn for each command does

    JsonResponse erasing = api.call("DELETE", "/customers/acme", null);
    assertThat(erasing.status()).isEqualTo(202);
    assertThat(api.get("/customers").at("/data/0/erasing")).contains("erasedEvents");
    assertThat(api.call("PUT", "/customers/acme", null).status()).isEqualTo(409);
    api.engine.leavingLongWork.remove(0); // which has the customer's record
    api.pass(1);
    assertThat(api.get("/customers?erasing=true").each("/data", "id")).containsExactly("acme");
    assertThat(api.get("/customers").at("/data/0/id")).isEqualTo("acme");
    assertThat(api.get("/customers").at("/data/0/erasing")).contains("erasedEvents");
    api.engine.leavingLongWork.clear();
    api.pass(1);

    assertThat(api.get("/customers/acme").status()).isEqualTo(404);
    assertThat(api.get("/customers?erasing=true").size("/data")).isZero();
    assertThat(api.get("/customers?erasing=false").at("/errors/0/pointer")).isEqualTo("erasing");
  }

  @Test
  void a_command_to_all_shards_is_one_audit_entry() {
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
  void a_list_names_the_unreachable_node() {
    api.subscribeEverywhere();
    api.event("e1");
    api.engine.lost.add(2);

    for (String path :
        List.of(
            "/events", "/events/e1", "/messages", "/endpoints", "/stats", "/overview", "/audit")) {
      JsonResponse response = api.get(path);
      assertThat(response.status()).as(path).isEqualTo(200);
      assertThat(response.at("/incomplete"))
          .as(path)
          .isEqualTo("[\"" + DrivenNode.address(2) + "\"]");
    }
    assertThat(api.get("/events/e1").size("/messages")).isEqualTo(3);
    assertThat(api.get("/endpoints").size("/data")).isEqualTo(3);
  }

  @Test
  void messages_on_an_unreachable_node_are_not_an_empty_list() {
    api.subscribeEverywhere();
    api.event("e1");
    api.respondToAll(200);
    api.engine.lost.add(2);

    JsonResponse away = api.get("/messages?endpoint=" + api.endpoint(2));
    assertThat(away.size("/data")).isZero();
    assertThat(away.at("/incomplete")).isEqualTo("[\"" + DrivenNode.address(2) + "\"]");
    JsonResponse there = api.get("/messages?endpoint=" + api.endpoint(1));
    assertThat(there.size("/data")).isEqualTo(1);
    assertThat(there.has("/incomplete")).isFalse();
  }

  @Test
  void an_id_that_may_be_on_an_unreachable_node_is_not_a_404() {
    api.subscribeEverywhere();
    api.event("e1");
    String endpoint = api.endpoint(0);
    IntStream.range(0, ManyShards.COUNT).forEach(api.engine.lost::add);

    for (String path : List.of("/endpoints/" + endpoint, "/events/e1", "/events/e2")) {
      JsonResponse response = api.get(path);
      assertThat(response.status()).as(path).isEqualTo(503);
      assertThat(response.header("Retry-After")).hasValue("2");
      assertThat(response.at("/detail")).contains("node-0:8080");
    }
  }

  @Test
  void while_a_node_is_unreachable_reads_come_from_copies_and_say_so() {
    api.subscribeEverywhere();
    api.event("e1");
    String endpoint = api.endpoint(2);
    assertThat(api.get("/endpoints/" + endpoint).header("Posthorn-Stale")).isEmpty();
    api.engine.lost.add(2);
    api.engine.copied.add(2);

    for (String path :
        List.of("/events", "/events/e1", "/messages", "/endpoints/" + endpoint, "/stats")) {
      JsonResponse response = api.get(path);
      assertThat(response.status()).as(path).isEqualTo(200);
      assertThat(response.header("Posthorn-Stale")).as(path).hasValue("true");
      assertThat(response.has("/incomplete")).as(path).isFalse();
    }
    assertThat(api.get("/events/e1").size("/messages")).isEqualTo(4);
    // A preview counts what a job would change: it needs the shards themselves.
    assertThat(
            api.post("/endpoints/enable", "{\"status\": \"disabled\", \"preview\": true}").status())
        .isEqualTo(503);
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
