package io.posthorn.server.api.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MessagesApiTest {
  private final ApiFixture fixture = new ApiFixture();
  private final String subscription =
      fixture.subscribe(ApiFixture.OURS, ApiFixture.URL).id().toString();
  private final String endpoint = fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonResponse see(MessageId id) {
    return fixture.get(fixture.viewer, "/messages/" + id);
  }

  private static Outcome saying(int status, String response) {
    return new Outcome(status, null, 20, "", null, response.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void an_attempt_says_whether_its_request_was_resent_on_a_new_connection() {
    MessageId id = fixture.message("a");
    fixture.respond(saying(500, "sorry"));
    fixture.pass(Duration.ofMillis(84_800));
    fixture.respond(Outcome.responded(200, 30).asResent());

    JsonResponse response = see(id);

    assertThat(response.each("/attempts", "resent")).containsExactly("false", "true");
    assertThat(response.each("/attempts", "slot")).containsExactly("0", "1");
  }

  @Test
  void a_delivered_message_has_its_payload_and_attempts() {
    MessageId id = fixture.message("a");
    fixture.respond(saying(500, "sorry"));
    fixture.pass(Duration.ofMillis(84_800));
    fixture.respond(Outcome.responded(200, 30));

    JsonResponse response = see(id);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.at("/status")).isEqualTo("delivered");
    assertThat(response.at("/objId")).isEqualTo("a");
    assertThat(response.at("/endpointId")).isEqualTo(endpoint);
    assertThat(response.at("/subscriptionId")).isEqualTo(subscription);
    assertThat(response.at("/payload/newState/name")).isEqualTo("a");
    assertThat(response.at("/waitsFor")).isEqualTo("null");
    assertThat(response.at("/endedAt")).isEqualTo("2026-01-01T00:01:24.800Z");
    assertThat(response.at("/attempts/0/status")).isEqualTo("500");
    assertThat(response.at("/attempts/0/response")).isEqualTo("sorry");
    assertThat(response.at("/attempts/0/next/status")).isEqualTo("waiting");
    assertThat(response.at("/attempts/0/next/at")).isEqualTo("2026-01-01T00:01:24.800Z");
    assertThat(response.at("/attempts/1/success")).isEqualTo("true");
    assertThat(response.at("/attempts/1/slot")).isEqualTo("1");
    assertThat(response.at("/attempts/1/next/status")).isEqualTo("delivered");
  }

  @Test
  void an_attempt_without_a_response_has_the_error_and_its_text() {
    MessageId id = fixture.message("a");
    fixture.respond(Outcome.failed(ErrorKind.TIMEOUT, 5_000, "no response within 5s"));

    JsonResponse response = see(id);

    assertThat(response.at("/attempts/0/error")).isEqualTo("timeout");
    assertThat(response.at("/attempts/0/errorText")).isEqualTo("no response within 5s");
    assertThat(response.at("/attempts/0/status")).isEqualTo("null");
  }

  @Test
  void control_characters_in_a_response_are_escaped() {
    MessageId id = fixture.message("a");
    fixture.respond(saying(500, "red\u001b[31m\u202etext\nnext"));

    assertThat(see(id).at("/attempts/0/response")).isEqualTo("red\\u001b[31m\\u202etext\nnext");
  }

  @Test
  void responses_from_an_allowed_network_are_shown_only_to_admins() {
    MessageId id = fixture.message("a");
    fixture.respond(saying(500, "inner secret").asInAllowedNetwork());

    assertThat(see(id).body()).doesNotContain("inner secret");
    assertThat(see(id).at("/attempts/0/responseHidden")).isEqualTo("true");
    assertThat(fixture.get(fixture.admin, "/messages/" + id).at("/attempts/0/response"))
        .isEqualTo("inner secret");
  }

  @Test
  void the_start_of_a_token_servers_response_is_shown_to_admins_only() {
    MessageId id = fixture.message("a");
    String text = "No access token from the token server login.example: status 400.";
    byte[] start = "inner secret".getBytes(StandardCharsets.UTF_8);
    fixture.respond(new Outcome(0, ErrorKind.AUTH, 20, text, null, start));

    for (String key : List.of(fixture.viewer, fixture.manager)) {
      JsonResponse seen = fixture.get(key, "/messages/" + id);
      assertThat(seen.at("/attempts/0/errorText")).isEqualTo(text);
      assertThat(seen.at("/attempts/0/responseHidden")).isEqualTo("true");
      JsonResponse failing = fixture.get(key, "/endpoints/" + endpoint);
      assertThat(failing.at("/lastError/responseHidden")).isEqualTo("true");
      assertThat(seen.body() + failing.body()).doesNotContain("inner secret");
    }
    assertThat(fixture.get(fixture.admin, "/messages/" + id).at("/attempts/0/response"))
        .isEqualTo("inner secret");
    assertThat(fixture.get(fixture.admin, "/endpoints/" + endpoint).at("/lastError/response"))
        .isEqualTo("inner secret");
  }

  @Test
  void each_attempt_is_judged_by_the_address_that_it_was_connected_to() {
    MessageId id = fixture.message("a");
    fixture.respond(saying(500, "inner secret").asInAllowedNetwork());
    fixture.pass(Duration.ofSeconds(85));
    fixture.respond(saying(500, "public words"));

    JsonResponse seen = see(id);

    assertThat(seen.body()).doesNotContain("inner secret");
    assertThat(seen.at("/attempts/0/responseHidden")).isEqualTo("true");
    assertThat(seen.at("/attempts/1/responseHidden")).isEqualTo("false");
    assertThat(seen.at("/attempts/1/response")).isEqualTo("public words");
  }

  @Test
  void an_address_that_is_blocked_after_a_dns_change_is_reported_without_the_address() {
    MessageId id = fixture.message("a");
    fixture.respond(
        Outcome.failed(ErrorKind.BLOCKED_ADDRESS, 1, "The host has the address 10.0.0.9, ..."));

    JsonResponse seen = see(id);

    assertThat(seen.at("/attempts/0/error")).isEqualTo("blocked_address");
    assertThat(seen.at("/attempts/0/errorText"))
        .contains("Nothing was sent", "resolves to an address that Posthorn must not call");
    assertThat(seen.at("/attempts/0/responseHidden")).isEqualTo("false");
    assertThat(seen.body()).doesNotContain("10.0.0.9");
    assertThat(fixture.get(fixture.admin, "/messages/" + id).at("/attempts/0/errorText"))
        .contains("10.0.0.9");
  }

  @Test
  void a_waiting_message_says_what_it_waits_for() {
    MessageId id = fixture.message("a");
    assertThat(see(id).at("/waitsFor")).isEqualTo("limit");

    fixture.respond(Outcome.responded(500, 20));
    assertThat(see(id).at("/waitsFor")).isEqualTo("slot");
    assertThat(see(id).at("/nextAttemptAt")).isEqualTo("2026-01-01T00:01:24.800Z");
    assertThat(see(id).at("/nextSlot")).isEqualTo("1");

    fixture.post(fixture.manager, "/endpoints/" + endpoint + "/pause", "");
    assertThat(see(id).at("/waitsFor")).isEqualTo("paused");
    assertThat(see(id).at("/nextAttemptAt")).isEqualTo("null");
    assertThat(see(id).at("/expiresAt")).isEqualTo("2026-01-03T00:13:05.600Z");
  }

  @Test
  void a_retried_message_waits_for_the_retry_after_of_its_endpoint_not_for_its_slot() {
    MessageId first = fixture.message("a");
    fixture.respond(Outcome.responded(500, 20));
    MessageId second = fixture.message("b");
    fixture.respond(Outcome.responded(503, 20, "60"));

    assertThat(fixture.post(fixture.manager, "/messages/" + first + "/retry", "").status())
        .isEqualTo(200);

    assertThat(see(first).at("/waitsFor")).isEqualTo("retryAfter");
    assertThat(see(first).at("/nextAttemptAt")).isEqualTo("2026-01-01T00:01:00Z");
    assertThat(see(second).at("/waitsFor")).isEqualTo("slot");
  }

  @Test
  void a_message_waits_for_a_retry_after_a_disabled_and_a_frozen_endpoint() {
    MessageId patient = fixture.message("a");
    fixture.respond(Outcome.responded(503, 20, "600"));
    assertThat(see(patient).at("/waitsFor")).isEqualTo("retryAfter");
    assertThat(see(patient).at("/nextAttemptAt")).isEqualTo("2026-01-01T00:10:00Z");

    fixture.pass(Duration.ofMinutes(11));
    fixture.respondToAll(Outcome.responded(500, 20));
    fixture.failUntilDisabled();
    assertThat(see(patient).at("/waitsFor")).isEqualTo("disabled");

    for (int i = 0; i < 4; i++) {
      fixture.pass(Duration.ofMinutes(11));
      fixture.respondToAll(Outcome.responded(500, 20));
    }
    assertThat(see(patient).at("/waitsFor")).isEqualTo("frozen");
  }

  @Test
  void what_comes_next_is_true_under_retry_after() {
    MessageId id = fixture.message("a");
    fixture.respond(Outcome.responded(503, 20, "600"));

    JsonResponse seen = see(id);

    assertThat(seen.at("/nextSlot")).isEqualTo("1");
    assertThat(seen.at("/attempts/0/next/status")).isEqualTo("waiting");
    assertThat(seen.at("/attempts/0/next/at")).isEqualTo("2026-01-01T00:10:00Z");
    assertThat(seen.at("/attempts/0/next/held")).isEqualTo("false");
    fixture.pass(Duration.ofMinutes(10));
    fixture.respond(Outcome.responded(500, 20));
    assertThat(see(id).at("/attempts/1/slot")).as("as nextSlot said").isEqualTo("1");
    assertThat(see(id).at("/nextSlot")).as("slots 1 to 3 have passed").isEqualTo("4");
    assertThat(see(id).at("/attempts/1/next/at")).isEqualTo("2026-01-01T00:21:12Z");
  }

  @Test
  void what_comes_next_is_true_while_held_and_after_a_failed_probe() {
    fixture.failUntilDisabled();
    MessageId tried = list("status=waiting").getFirst();
    MessageId untried = fixture.message("a");
    assertThat(see(tried).at("/nextSlot")).as("while held").isEqualTo("1");
    assertThat(see(tried).at("/nextAttemptAt")).isEqualTo("null");
    fixture.pass(Duration.ofMinutes(10));
    fixture.respond(Outcome.responded(503, 20, "3600"));

    JsonResponse seen = see(untried);

    assertThat(seen.at("/attempts/0/probe")).isEqualTo("true");
    assertThat(seen.at("/attempts/0/next/status")).isEqualTo("waiting");
    assertThat(seen.at("/attempts/0/next/at")).isEqualTo("null");
    assertThat(seen.at("/attempts/0/next/held")).isEqualTo("true");
    assertThat(seen.at("/nextSlot")).as("a probe uses no slot").isEqualTo("0");
    fixture.post(fixture.manager, "/endpoints/" + endpoint + "/enable", "");
    fixture.respondToAll(Outcome.responded(200, 20));
    assertThat(see(untried).at("/attempts/1/slot")).as("as nextSlot said").isEqualTo("0");
    assertThat(see(tried).at("/attempts/1/slot")).as("as nextSlot said").isEqualTo("1");
  }

  @Test
  void the_attempt_that_disables_an_endpoint_says_that_its_message_is_held() {
    fixture.failUntilDisabled();
    MessageId last = list("status=waiting").getFirst();

    JsonResponse seen = see(last);

    assertThat(seen.at("/waitsFor")).isEqualTo("disabled");
    assertThat(seen.at("/attempts/0/next/held")).isEqualTo("true");
    assertThat(seen.at("/attempts/0/next/at")).isEqualTo("null");
  }

  @Test
  void a_message_waits_for_the_end_of_a_delivery_pause() {
    MessageId id = fixture.message("a");
    fixture.respond(Outcome.responded(500, 20));
    fixture.post(fixture.admin, "/delivery/pause", "");

    assertThat(see(id).at("/waitsFor")).isEqualTo("paused");
  }

  @Test
  void a_message_with_a_running_request_is_in_flight() {
    MessageId flying = fixture.message("a");
    MessageId waiting = fixture.message("b");
    fixture.flying.add(flying);

    assertThat(see(flying).at("/status")).isEqualTo("inFlight");
    assertThat(see(flying).at("/waitsFor")).isEqualTo("null");
    assertThat(fixture.get(fixture.viewer, "/messages?status=inFlight").each("/data", "id"))
        .containsExactly(flying.toString());
    assertThat(fixture.get(fixture.viewer, "/messages?status=waiting").each("/data", "id"))
        .containsExactly(waiting.toString());
  }

  @Test
  void messages_are_found_by_endpoint_subscription_status_object_and_time() {
    MessageId first = fixture.message("a");
    fixture.respond(Outcome.responded(200, 20));
    fixture.pass(Duration.ofHours(1));
    MessageId second = fixture.message("b");

    assertThat(list("endpoint=" + endpoint)).containsExactly(second, first);
    assertThat(list("subscription=" + subscription)).containsExactly(second, first);
    assertThat(list("status=delivered")).containsExactly(first);
    assertThat(list("objId=b")).containsExactly(second);
    assertThat(list("from=2026-01-01T01:00:00Z")).containsExactly(second);
    assertThat(list("to=2026-01-01T01:00:00Z")).containsExactly(first);
    assertThat(list("from=2026-01-01T02:00:00%2B01:00")).containsExactly(second);
  }

  private List<MessageId> list(String query) {
    return fixture.get(fixture.viewer, "/messages?" + query).each("/data", "id").stream()
        .map(text -> MessageId.parse(text).orElseThrow())
        .toList();
  }

  @Test
  void all_invalid_parameters_are_named() {
    JsonResponse response =
        fixture.get(
            fixture.viewer,
            "/messages?endpoint=x&subscription=y&status=lost&from=yesterday&to=1&cursor=z");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.each("/errors", "pointer"))
        .containsExactly("endpoint", "subscription", "status", "from", "to", "cursor");
    assertThat(fixture.get(fixture.viewer, "/messages?limit=0").status()).isEqualTo(400);
  }

  @Test
  void a_time_span_that_ends_before_it_begins_is_400_in_lists_as_in_bulk_actions() {
    String span = "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z";
    String ended = "endedFrom=2026-01-01T00:00:00Z&endedTo=2026-01-01T00:00:00Z";

    assertThat(fixture.get(fixture.viewer, "/messages?" + span).each("/errors", "pointer"))
        .containsExactly("to");
    assertThat(fixture.get(fixture.viewer, "/messages?" + ended).each("/errors", "pointer"))
        .containsExactly("endedTo");
    assertThat(
            fixture
                .post(
                    fixture.manager,
                    "/replays",
                    "{\"from\":\"2026-01-02T00:00:00Z\",\"to\":\"2026-01-01T00:00:00Z\"}")
                .each("/errors", "pointer"))
        .containsExactly("/to");
  }

  @Test
  void pages_of_messages_stay_stable_while_messages_arrive() {
    List<MessageId> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      fixture.pass(Duration.ofMillis(1));
      expected.addFirst(fixture.message("m" + i));
    }

    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonResponse page = fixture.get(fixture.viewer, "/messages?limit=2" + cursor);
      seen.addAll(page.each("/data", "id"));
      cursor = "&cursor=" + page.at("/nextCursor");
      fixture.message("late");
    } while (!cursor.endsWith("=null"));

    assertThat(seen).containsExactlyElementsOf(expected.stream().map(MessageId::toString).toList());
  }

  @Test
  void an_ended_message_is_replayed_and_one_that_waits_is_a_conflict() {
    MessageId id = fixture.message("a");
    assertThat(fixture.post(fixture.manager, "/messages/" + id + "/replay", "").status())
        .isEqualTo(409);
    fixture.respond(Outcome.responded(200, 20));

    JsonResponse response = fixture.post(fixture.manager, "/messages/" + id + "/replay", "");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.at("/id")).isEqualTo(id.toString());
    assertThat(response.at("/status")).isEqualTo("waiting");
  }

  @Test
  void a_waiting_message_is_cancelled_and_an_ended_one_is_a_conflict() {
    MessageId id = fixture.message("a");
    fixture.respond(Outcome.responded(500, 20));

    JsonResponse response = fixture.post(fixture.manager, "/messages/" + id + "/cancel", "");

    assertThat(response.at("/status")).isEqualTo("cancelled");
    assertThat(response.at("/reason")).isEqualTo("by_request");
    assertThat(fixture.post(fixture.manager, "/messages/" + id + "/cancel", "").status())
        .isEqualTo(409);
  }

  @Test
  void another_customers_message_is_404_and_not_listed() {
    MessageId id = fixture.message("a");

    assertThat(fixture.get(fixture.otherCustomer, "/messages/" + id).status()).isEqualTo(404);
    assertThat(fixture.post(fixture.otherCustomer, "/messages/" + id + "/replay", "").status())
        .isEqualTo(404);
    assertThat(fixture.post(fixture.otherCustomer, "/messages/" + id + "/cancel", "").status())
        .isEqualTo(404);
    assertThat(fixture.get(fixture.otherCustomer, "/messages?endpoint=" + endpoint).size("/data"))
        .isEqualTo(0);
    assertThat(
            fixture
                .get(fixture.otherCustomer, "/messages?subscription=" + subscription)
                .size("/data"))
        .isEqualTo(0);
    assertThat(fixture.get(fixture.viewer, "/messages/msg_nonsense").status()).isEqualTo(404);
    assertThat(fixture.post(fixture.viewer, "/messages/" + id + "/cancel", "").status())
        .isEqualTo(403);
  }

  @Test
  void a_waiting_message_is_attempted_now_and_keeps_its_due_time_if_that_fails() {
    MessageId id = fixture.message("a");
    fixture.respond(Outcome.responded(500, 20));
    fixture.pass(Duration.ofSeconds(5));

    JsonResponse retried = fixture.post(fixture.manager, "/messages/" + id + "/retry", "");

    assertThat(retried.status()).isEqualTo(200);
    assertThat(fixture.engine.sent).hasSize(1);
    assertThat(fixture.post(fixture.manager, "/messages/" + id + "/retry", "").status())
        .as("in flight")
        .isEqualTo(409);
    fixture.respond(Outcome.responded(500, 20));
    assertThat(see(id).at("/nextAttemptAt")).isEqualTo("2026-01-01T00:01:24.800Z");
    assertThat(see(id).at("/attempts/1/next/at")).isEqualTo("2026-01-01T00:01:24.800Z");
    assertThat(see(id).at("/waitsFor")).isEqualTo("slot");

    fixture.post(fixture.manager, "/endpoints/" + endpoint + "/pause", "");
    JsonResponse paused = fixture.post(fixture.manager, "/messages/" + id + "/retry", "");
    assertThat(paused.status()).isEqualTo(409);
    assertThat(paused.at("/detail")).contains("paused");
    assertThat(fixture.post(fixture.viewer, "/messages/" + id + "/retry", "").status())
        .isEqualTo(403);
    assertThat(fixture.post(fixture.otherCustomer, "/messages/" + id + "/retry", "").status())
        .isEqualTo(404);
  }

  @Test
  void a_message_in_a_list_has_the_outcome_of_its_last_attempt() {
    fixture.message("a");
    fixture.respond(saying(500, "sorry"));
    fixture.pass(Duration.ofMillis(84_800));
    fixture.respond(Outcome.responded(200, 30));
    MessageId slow = fixture.message("b");
    fixture.respond(Outcome.failed(ErrorKind.TIMEOUT, 5_000, "no response within 5s"));
    fixture.message("c");

    JsonResponse list = fixture.get(fixture.viewer, "/messages");

    assertThat(list.each("/data", "objId")).containsExactly("c", "b", "a");
    assertThat(list.at("/data/0/lastAttempt")).isEqualTo("null");
    assertThat(list.at("/data/1/lastAttempt/status")).isEqualTo("null");
    assertThat(list.at("/data/1/lastAttempt/error")).isEqualTo("timeout");
    assertThat(list.at("/data/1/lastAttempt/success")).isEqualTo("false");
    assertThat(list.at("/data/2/lastAttempt/status")).isEqualTo("200");
    assertThat(list.at("/data/2/lastAttempt/number")).isEqualTo("2");
    assertThat(list.at("/data/2/lastAttempt/success")).isEqualTo("true");
    assertThat(see(slow).at("/lastAttempt")).isEqualTo(list.at("/data/1/lastAttempt"));
  }

  @Test
  void messages_are_found_by_the_outcome_of_their_last_attempt() {
    MessageId ok = fixture.message("ok");
    fixture.respond(Outcome.responded(200, 20));
    MessageId down = fixture.message("down");
    fixture.respond(Outcome.responded(503, 20));
    MessageId slow = fixture.message("slow");
    fixture.respond(Outcome.failed(ErrorKind.TIMEOUT, 5_000, "no response"));
    MessageId unsent = fixture.message("unsent");

    assertThat(found("outcome=success")).containsExactly(ok.toString());
    assertThat(found("outcome=failed")).containsExactly(slow.toString(), down.toString());
    assertThat(found("outcome=503")).containsExactly(down.toString());
    assertThat(found("outcome=5xx")).containsExactly(down.toString());
    assertThat(found("outcome=timeout")).containsExactly(slow.toString());
    assertThat(found("outcome=none")).containsExactly(unsent.toString());
    assertThat(found("endedFrom=2026-01-01T00:00:00Z")).containsExactly(ok.toString());
    assertThat(found("endedTo=2026-01-01T00:00:00Z")).isEmpty();
    assertThat(found("attemptedFrom=2026-01-01T00:00:00Z&outcome=failed"))
        .containsExactly(slow.toString(), down.toString());
    assertThat(found("attemptedFrom=2026-01-01T00:00:00Z")).doesNotContain(unsent.toString());
    assertThat(found("attemptedTo=2026-01-01T00:00:00Z")).isEmpty();
    assertThat(found("objCode=TASK&eventType=UPDATE&objId=down")).containsExactly(down.toString());
    JsonResponse wrong = fixture.get(fixture.viewer, "/messages?outcome=maybe");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.at("/errors/0/detail")).contains("outcome must be one of success, failed");
  }

  @Test
  void messages_are_found_by_an_attempt_whatever_came_after_it() {
    MessageId recovered = fixture.message("recovered");
    fixture.respond(Outcome.responded(503, 20));
    fixture.pass(Duration.ofMillis(84_800));
    fixture.respond(Outcome.responded(200, 30));
    MessageId ok = fixture.message("ok");
    fixture.respond(Outcome.responded(200, 20));
    String first = "attemptedFrom=2026-01-01T00:00:00Z&attemptedTo=2026-01-01T00:01:00Z";
    String second = "attemptedFrom=2026-01-01T00:01:00Z&attemptedTo=2026-01-01T00:05:00Z";

    assertThat(found("outcome=failed")).as("the last attempt").isEmpty();
    assertThat(found("outcome=failed&" + first)).containsExactly(recovered.toString());
    assertThat(found("outcome=503&" + first)).containsExactly(recovered.toString());
    assertThat(found("outcome=success&" + first)).isEmpty();
    assertThat(found("outcome=failed&" + second)).isEmpty();
    assertThat(found("outcome=success&" + second))
        .containsExactly(ok.toString(), recovered.toString());
    assertThat(found("outcome=none&" + second)).isEmpty();
  }

  private List<String> found(String query) {
    return fixture.get(fixture.viewer, "/messages?" + query).each("/data", "id");
  }

  @Test
  void a_page_reads_a_bounded_amount_of_large_events_and_the_next_page_has_the_others() {
    String large = "x".repeat(1_000_000);
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < 45; i++) {
      Event event =
          new Event(
              ApiFixture.OURS,
              "large-" + i,
              "TASK",
              "UPDATE",
              "o",
              Instant.ofEpochMilli(fixture.engine.now()),
              null,
              JsonSlice.of("{\"text\":\"" + large + "\"}"),
              null,
              null);
      fixture.engine.acceptNow(List.of(event)).join();
      fixture.respond(Outcome.responded(200, 5));
      newestFirst.addFirst("large-" + i);
    }

    String list =
        "/messages?limit=100&endpoint=" + fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);
    JsonResponse first = fixture.get(fixture.viewer, list);
    String cursor = first.at("/nextCursor");
    JsonResponse second = fixture.get(fixture.viewer, list + "&cursor=" + cursor);

    assertThat(first.size("/data")).isBetween(30, 44);
    assertThat(second.at("/nextCursor")).isEqualTo("null");
    List<String> found = new ArrayList<>(first.each("/data", "eventId"));
    found.addAll(second.each("/data", "eventId"));
    assertThat(found).isEqualTo(newestFirst);
  }
}
