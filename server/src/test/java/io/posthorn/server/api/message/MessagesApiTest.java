package io.posthorn.server.api.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MessagesApiTest {
  private final ApiFixture stage = new ApiFixture();
  private final String subscription =
      stage.subscribe(ApiFixture.OURS, ApiFixture.URL).id().toString();
  private final String endpoint = stage.endpointId(ApiFixture.OURS, ApiFixture.URL);

  @AfterEach
  void close() {
    stage.close();
  }

  private JsonResponse see(MessageId id) {
    return stage.get(stage.viewer, "/messages/" + id);
  }

  private static Outcome saying(int status, String response) {
    return new Outcome(status, null, 20, "", null, response.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_delivered_message_says_its_payload_and_its_attempts_with_what_came_next() {
    MessageId id = stage.message("a");
    stage.answer(saying(500, "sorry"));
    stage.pass(Duration.ofMillis(84_800));
    stage.answer(Outcome.answered(200, 30));

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
  void an_attempt_without_an_answer_says_the_kind_of_error_and_its_text() {
    MessageId id = stage.message("a");
    stage.answer(Outcome.failed(ErrorKind.TIMEOUT, 5_000, "no answer within 5s"));

    JsonResponse response = see(id);

    assertThat(response.at("/attempts/0/error")).isEqualTo("timeout");
    assertThat(response.at("/attempts/0/errorText")).isEqualTo("no answer within 5s");
    assertThat(response.at("/attempts/0/status")).isEqualTo("null");
  }

  @Test
  void control_characters_in_a_response_are_escaped() {
    MessageId id = stage.message("a");
    stage.answer(saying(500, "red\u001b[31m\u202etext\nnext"));

    assertThat(see(id).at("/attempts/0/response")).isEqualTo("red\\u001b[31m\\u202etext\nnext");
  }

  @Test
  void what_an_endpoint_in_an_allowed_network_answers_is_shown_to_admins_only() {
    stage.privateUrls.add(ApiFixture.URL);
    MessageId id = stage.message("a");
    stage.answer(saying(500, "inner secret"));

    assertThat(see(id).body()).doesNotContain("inner secret");
    assertThat(see(id).at("/attempts/0/responseHidden")).isEqualTo("true");
    assertThat(stage.get(stage.admin, "/messages/" + id).at("/attempts/0/response"))
        .isEqualTo("inner secret");
  }

  @Test
  void a_waiting_message_says_what_it_waits_for() {
    MessageId id = stage.message("a");
    assertThat(see(id).at("/waitsFor")).isEqualTo("limit");

    stage.answer(Outcome.answered(500, 20));
    assertThat(see(id).at("/waitsFor")).isEqualTo("slot");
    assertThat(see(id).at("/nextAttemptAt")).isEqualTo("2026-01-01T00:01:24.800Z");
    assertThat(see(id).at("/nextSlot")).isEqualTo("1");

    stage.post(stage.manager, "/endpoints/" + endpoint + "/pause", "");
    assertThat(see(id).at("/waitsFor")).isEqualTo("paused");
    assertThat(see(id).at("/nextAttemptAt")).isEqualTo("null");
    assertThat(see(id).at("/expiresAt")).isEqualTo("2026-01-03T00:13:05.600Z");
  }

  @Test
  void a_message_waits_for_a_retry_after_a_disabled_and_a_frozen_endpoint() {
    MessageId patient = stage.message("a");
    stage.answer(Outcome.answered(503, 20, "600"));
    assertThat(see(patient).at("/waitsFor")).isEqualTo("retryAfter");
    assertThat(see(patient).at("/nextAttemptAt")).isEqualTo("2026-01-01T00:10:00Z");

    stage.pass(Duration.ofMinutes(11));
    stage.answerAll(Outcome.answered(500, 20));
    stage.failUntilDisabled();
    assertThat(see(patient).at("/waitsFor")).isEqualTo("disabled");

    for (int i = 0; i < 4; i++) {
      stage.pass(Duration.ofMinutes(11));
      stage.answerAll(Outcome.answered(500, 20));
    }
    assertThat(see(patient).at("/waitsFor")).isEqualTo("frozen");
  }

  @Test
  void the_red_button_is_what_a_message_waits_for() {
    MessageId id = stage.message("a");
    stage.answer(Outcome.answered(500, 20));
    stage.post(stage.admin, "/delivery/pause", "");

    assertThat(see(id).at("/waitsFor")).isEqualTo("paused");
  }

  @Test
  void a_message_whose_request_runs_is_in_flight() {
    MessageId flying = stage.message("a");
    MessageId waiting = stage.message("b");
    stage.flying.add(flying);

    assertThat(see(flying).at("/status")).isEqualTo("inFlight");
    assertThat(see(flying).at("/waitsFor")).isEqualTo("null");
    assertThat(stage.get(stage.viewer, "/messages?status=inFlight").each("/data", "id"))
        .containsExactly(flying.toString());
    assertThat(stage.get(stage.viewer, "/messages?status=waiting").each("/data", "id"))
        .containsExactly(waiting.toString());
  }

  @Test
  void messages_are_found_by_endpoint_subscription_status_object_and_time() {
    MessageId first = stage.message("a");
    stage.answer(Outcome.answered(200, 20));
    stage.pass(Duration.ofHours(1));
    MessageId second = stage.message("b");

    assertThat(list("endpoint=" + endpoint)).containsExactly(second, first);
    assertThat(list("subscription=" + subscription)).containsExactly(second, first);
    assertThat(list("status=delivered")).containsExactly(first);
    assertThat(list("objId=b")).containsExactly(second);
    assertThat(list("from=2026-01-01T01:00:00Z")).containsExactly(second);
    assertThat(list("to=2026-01-01T01:00:00Z")).containsExactly(first);
    assertThat(list("from=2026-01-01T02:00:00%2B01:00")).containsExactly(second);
  }

  private List<MessageId> list(String query) {
    return stage.get(stage.viewer, "/messages?" + query).each("/data", "id").stream()
        .map(text -> MessageId.parse(text).orElseThrow())
        .toList();
  }

  @Test
  void wrong_queries_are_all_named() {
    JsonResponse response =
        stage.get(
            stage.viewer,
            "/messages?endpoint=x&subscription=y&status=lost&from=yesterday&to=1&cursor=z");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.each("/errors", "pointer"))
        .containsExactly("endpoint", "subscription", "status", "from", "to", "cursor");
    assertThat(stage.get(stage.viewer, "/messages?limit=0").status()).isEqualTo(400);
  }

  @Test
  void pages_of_messages_stay_stable_while_messages_arrive() {
    List<MessageId> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      stage.pass(Duration.ofMillis(1));
      expected.addFirst(stage.message("m" + i));
    }

    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonResponse page = stage.get(stage.viewer, "/messages?limit=2" + cursor);
      seen.addAll(page.each("/data", "id"));
      cursor = "&cursor=" + page.at("/nextCursor");
      stage.message("late");
    } while (!cursor.endsWith("=null"));

    assertThat(seen).containsExactlyElementsOf(expected.stream().map(MessageId::toString).toList());
  }

  @Test
  void an_ended_message_is_replayed_and_one_that_waits_is_a_conflict() {
    MessageId id = stage.message("a");
    assertThat(stage.post(stage.manager, "/messages/" + id + "/replay", "").status())
        .isEqualTo(409);
    stage.answer(Outcome.answered(200, 20));

    JsonResponse response = stage.post(stage.manager, "/messages/" + id + "/replay", "");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.at("/id")).isEqualTo(id.toString());
    assertThat(response.at("/status")).isEqualTo("waiting");
  }

  @Test
  void a_waiting_message_is_cancelled_and_an_ended_one_is_a_conflict() {
    MessageId id = stage.message("a");
    stage.answer(Outcome.answered(500, 20));

    JsonResponse response = stage.post(stage.manager, "/messages/" + id + "/cancel", "");

    assertThat(response.at("/status")).isEqualTo("cancelled");
    assertThat(response.at("/reason")).isEqualTo("by_request");
    assertThat(stage.post(stage.manager, "/messages/" + id + "/cancel", "").status())
        .isEqualTo(409);
  }

  @Test
  void another_customers_message_is_404_and_not_listed() {
    MessageId id = stage.message("a");

    assertThat(stage.get(stage.stranger, "/messages/" + id).status()).isEqualTo(404);
    assertThat(stage.post(stage.stranger, "/messages/" + id + "/replay", "").status())
        .isEqualTo(404);
    assertThat(stage.post(stage.stranger, "/messages/" + id + "/cancel", "").status())
        .isEqualTo(404);
    assertThat(stage.get(stage.stranger, "/messages?endpoint=" + endpoint).size("/data"))
        .isEqualTo(0);
    assertThat(stage.get(stage.stranger, "/messages?subscription=" + subscription).size("/data"))
        .isEqualTo(0);
    assertThat(stage.get(stage.viewer, "/messages/msg_nonsense").status()).isEqualTo(404);
    assertThat(stage.post(stage.viewer, "/messages/" + id + "/cancel", "").status()).isEqualTo(403);
  }
}
