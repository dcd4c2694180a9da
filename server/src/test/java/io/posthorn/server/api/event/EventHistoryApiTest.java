package io.posthorn.server.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.core.message.MessageId;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EventHistoryApiTest {
  private static final String PATH = "/api/v1/events";

  private final LiveApi api = new LiveApi().with("acme", "other");
  private final String manager = api.key(Role.MANAGER, "acme");
  private final String viewer = api.key(Role.VIEWER, "acme");

  @AfterEach
  void close() {
    api.close();
    assertThat(api.unexpected).isEmpty();
  }

  private JsonResponse subscribe(String url) {
    return api.call(
        "POST",
        "/api/v1/subscriptions",
        manager,
        """
        {"objCode": "PROJ", "eventType": "UPDATE", "url": "%s"}\
        """
            .formatted(url));
  }

  private void post(String id) {
    JsonResponse response =
        api.call(
            "POST",
            PATH,
            manager,
            """
            {"id": "%s", "objCode": "PROJ", "eventType": "UPDATE", "objId": "p1", "userId": "u",
             "eventTime": "2026-11-15T09:59:59Z", "newState": {"a": 1.0}}\
            """
                .formatted(id));
    assertThat(response.status()).isEqualTo(202);
    api.pass(1);
  }

  @Test
  void an_event_is_shown_with_its_messages_and_their_status() {
    JsonResponse one = subscribe("https://one.example");
    subscribe("https://two.example");
    post("e1");
    api.respondToAll(200);
    JsonResponse event = api.call("GET", PATH + "/e1", viewer, null);

    assertThat(event.status()).isEqualTo(200);
    assertThat(event.names(""))
        .containsExactly(
            "id",
            "customerId",
            "objCode",
            "eventType",
            "objId",
            "eventTime",
            "userId",
            "acceptedAt",
            "hasPayload",
            "messages",
            "newState",
            "oldState");
    assertThat(event.at("/eventTime")).isEqualTo("2026-11-15T09:59:59Z");
    assertThat(event.at("/acceptedAt")).isEqualTo("2026-11-15T10:00:00Z");
    assertThat(event.body()).contains("\"newState\":{\"a\": 1.0}");
    assertThat(event.at("/oldState")).isEqualTo("null");
    assertThat(event.size("/messages")).isEqualTo(2);
    assertThat(event.names("/messages/0"))
        .containsExactly("id", "subscriptionId", "endpointId", "status", "description");
    assertThat(event.at("/messages/0/id")).startsWith("msg_");
    assertThat(event.each("/messages", "subscriptionId")).contains(one.at("/id"));
    assertThat(event.each("/messages", "endpointId")).contains(one.at("/endpointId"));
    assertThat(event.each("/messages", "status")).containsOnly("delivered");
  }

  @Test
  void a_message_with_a_running_request_is_in_flight() {
    subscribe("https://one.example");
    post("e1");
    String id = api.call("GET", PATH + "/e1", viewer, null).at("/messages/0/id");

    api.flying.add(MessageId.parse(id).orElseThrow());

    assertThat(api.call("GET", PATH + "/e1", viewer, null).at("/messages/0/status"))
        .isEqualTo("inFlight");
    assertThat(api.call("GET", PATH, viewer, null).at("/data/0/messages/0/status"))
        .isEqualTo("inFlight");
  }

  @Test
  void an_event_that_nothing_matched_is_shown_without_messages() {
    post("lonely");

    assertThat(api.call("GET", PATH + "/lonely", viewer, null).size("/messages")).isZero();
    assertThat(api.call("GET", PATH, viewer, null).each("/data", "id")).containsExactly("lonely");
  }

  @Test
  void a_moved_message_is_shown_at_its_new_endpoint() {
    JsonResponse subscription = subscribe("https://one.example");
    post("e1");
    api.respondToAll(429);
    JsonResponse moved =
        api.call(
            "PATCH",
            "/api/v1/subscriptions/" + subscription.at("/id"),
            manager,
            "{\"url\": \"https://two.example\"}");

    assertThat(api.call("GET", PATH + "/e1", viewer, null).at("/messages/0/endpointId"))
        .isEqualTo(moved.at("/endpointId"))
        .isNotEqualTo(subscription.at("/endpointId"));
  }

  @Test
  void an_unknown_or_foreign_event_is_a_404() {
    post("mine");
    String otherCustomer = api.key(Role.MANAGER, "other");

    assertThat(api.call("GET", PATH + "/mine", otherCustomer, null).status()).isEqualTo(404);
    assertThat(api.call("GET", PATH + "/nonsense", viewer, null).status()).isEqualTo(404);
    assertThat(api.call("GET", PATH + "/%20", viewer, null).status()).isEqualTo(404);
    assertThat(api.call("GET", PATH, otherCustomer, null).size("/data")).isZero();
  }

  @Test
  void producers_may_not_read() {
    String producer = api.key(Role.PRODUCER, "acme");

    assertThat(api.call("GET", PATH, producer, null).status()).isEqualTo(403);
    assertThat(api.call("GET", PATH + "/e1", producer, null).status()).isEqualTo(403);
  }

  @Test
  void a_list_shows_the_newest_first_with_messages_and_without_states() {
    subscribe("https://one.example");
    post("a");
    post("b");
    JsonResponse list = api.call("GET", PATH, viewer, null);

    assertThat(list.each("/data", "id")).containsExactly("b", "a");
    assertThat(list.at("/data/0/messages/0/status")).isEqualTo("waiting");
    assertThat(list.has("/data/0/newState")).isFalse();
    assertThat(list.at("/nextCursor")).isEqualTo("null");
  }

  @Test
  void pages_show_each_event_once_while_others_arrive() {
    // More than one read returns, so that a page needs several reads.
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      post("e" + i);
      all.addFirst("e" + i);
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    for (int pages = 0; !cursor.equals("null"); pages++) {
      assertThat(pages).isLessThan(3);
      JsonResponse page =
          api.call(
              "GET",
              PATH + "?limit=17" + (cursor.isEmpty() ? "" : "&cursor=" + cursor),
              viewer,
              null);
      seen.addAll(page.each("/data", "id"));
      cursor = page.at("/nextCursor");
      post("late" + pages);
    }

    assertThat(seen).isEqualTo(all);
  }

  @Test
  void a_page_that_ends_exactly_with_the_last_event_has_no_next() {
    for (int i = 0; i < 16; i++) {
      post("e" + i);
    }
    JsonResponse page = api.call("GET", PATH + "?limit=16", viewer, null);

    assertThat(page.size("/data")).isEqualTo(16);
    assertThat(page.at("/nextCursor")).isEqualTo("null");
  }

  @Test
  void a_page_ends_early_if_its_events_have_very_many_messages() {
    for (int i = 0; i < 101; i++) {
      subscribe("https://example.com/" + i);
    }
    String event = "{\"objCode\": \"PROJ\", \"eventType\": \"UPDATE\"}";
    api.call("POST", PATH, manager, "[" + event + ("," + event).repeat(104) + "]");
    JsonResponse first = api.call("GET", PATH + "?limit=1000", viewer, null);
    JsonResponse second =
        api.call("GET", PATH + "?limit=1000&cursor=" + first.at("/nextCursor"), viewer, null);

    assertThat(first.size("/data")).isEqualTo(100); // 10,100 messages: the first above 10,000
    assertThat(second.size("/data")).isEqualTo(5);
    assertThat(second.at("/nextCursor")).isEqualTo("null");
    assertThat(first.each("/data", "id")).doesNotContainAnyElementsOf(second.each("/data", "id"));
  }

  @Test
  void a_bad_cursor_or_one_of_another_list_is_a_400() {
    subscribe("https://one.example");
    subscribe("https://two.example");
    String foreign =
        api.call("GET", "/api/v1/subscriptions?limit=1", viewer, null).at("/nextCursor");

    assertThat(foreign).isNotEqualTo("null");
    for (String cursor : List.of("x", foreign)) {
      JsonResponse bad = api.call("GET", PATH + "?cursor=" + cursor, viewer, null);
      assertThat(bad.status()).isEqualTo(400);
      assertThat(bad.pointers()).containsExactly("cursor");
    }
    assertThat(api.call("GET", PATH + "?limit=x", viewer, null).pointers())
        .containsExactly("limit");
  }

  private void post(String id, String objCode, String objId) {
    JsonResponse response =
        api.call(
            "POST",
            PATH,
            manager,
            """
            {"id": "%s", "objCode": "%s", "eventType": "UPDATE", "objId": "%s"}\
            """
                .formatted(id, objCode, objId));
    assertThat(response.status()).isEqualTo(202);
    api.pass(1);
  }

  private List<String> found(String query) {
    List<String> ids = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonResponse page = api.call("GET", PATH + "?" + query + cursor, viewer, null);
      assertThat(page.status()).isEqualTo(200);
      ids.addAll(page.each("/data", "id"));
      if (page.at("/nextCursor").equals("null")) {
        return ids;
      }
      cursor = "&cursor=" + page.at("/nextCursor");
    }
  }

  @Test
  void events_are_found_by_code_object_time_and_whether_they_matched() {
    subscribe("https://one.example");
    post("a", "PROJ", "x");
    post("b", "TASK", "x");
    post("c", "TASK", "y");
    post("d", "PROJ", "y");

    assertThat(found("objCode=TASK")).containsExactly("c", "b");
    assertThat(found("objCode=TASK&limit=1")).containsExactly("c", "b");
    assertThat(found("objId=x")).containsExactly("b", "a");
    assertThat(found("objId=x&objCode=PROJ")).containsExactly("a");
    assertThat(found("eventType=UPDATE&limit=3")).containsExactly("d", "c", "b", "a");
    assertThat(found("eventType=CREATE")).isEmpty();
    assertThat(found("matched=true")).containsExactly("d", "a");
    assertThat(found("matched=false&limit=1")).containsExactly("c", "b");
    assertThat(found("from=2026-11-15T10:00:00.001Z")).containsExactly("d", "c", "b");
    assertThat(found("to=2026-11-15T10:00:00.002Z")).containsExactly("b", "a");
    assertThat(found("from=2026-11-15T10:00:00.001Z&to=2026-11-15T10:00:00.002Z"))
        .containsExactly("b");
    JsonResponse backwards =
        api.call("GET", PATH + "?from=2026-11-16T00:00:00Z&to=2026-11-15T00:00:00Z", viewer, null);
    assertThat(backwards.pointers()).containsExactly("to");
    JsonResponse wrong = api.call("GET", PATH + "?matched=maybe&from=now", viewer, null);
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.each("/errors", "pointer")).containsExactly("matched", "from");
  }

  @Test
  void a_page_of_a_search_reads_a_bounded_number_of_keys_and_continues_at_its_cursor() {
    post("needle", "RARE", "x");
    for (int i = 0; i < 22; i++) {
      StringBuilder batch = new StringBuilder("[");
      for (int j = 0; j < 1_000; j++) {
        batch.append(j == 0 ? "" : ",");
        batch.append("{\"objCode\":\"HAY\",\"eventType\":\"UPDATE\"}");
      }
      assertThat(api.call("POST", PATH, manager, batch.append("]").toString()).status())
          .isEqualTo(202);
      api.pass(1);
    }

    JsonResponse first = api.call("GET", PATH + "?objCode=RARE", viewer, null);

    assertThat(first.size("/data")).isZero();
    assertThat(first.at("/nextCursor")).isNotEqualTo("null");
    assertThat(found("objCode=RARE")).containsExactly("needle");
  }

  @Test
  void a_message_of_an_event_has_the_description_of_its_subscription_until_that_is_deleted() {
    JsonResponse made =
        api.call(
            "POST",
            "/api/v1/subscriptions",
            manager,
            """
            {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://one.example",
             "description": "Finished projects"}\
            """);
    post("e1");

    assertThat(api.call("GET", PATH, viewer, null).at("/data/0/messages/0/description"))
        .isEqualTo("Finished projects");
    api.call("DELETE", "/api/v1/subscriptions/" + made.at("/id"), manager, null);
    assertThat(api.call("GET", PATH + "/e1", viewer, null).at("/messages/0/description"))
        .isEqualTo("null");
  }
}
