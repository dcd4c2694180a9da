package io.posthorn.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.ScriptedApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentence of {@code posthorn why}, for every state of a message. It is 10:15. */
final class MessageTextTest {
  private static final String THREE_FAILED =
      """
      "attempts":[{"number":1,"startedAt":"2026-11-15T10:00:00Z","status":500},
                  {"number":2,"startedAt":"2026-11-15T10:01:24Z","status":null,"error":"timeout"},
                  {"number":3,"startedAt":"2026-11-15T10:04:14Z","status":503}],
      """;
  private static final String ONE_FAILED =
      """
      "attempts":[{"number":1,"startedAt":"2026-11-15T10:00:00Z","status":null,"error":"refused"}],
      """;
  private static final String TRIED =
      "msg_1 was attempted 3 times since 10:00:00 (last status 503 at 10:04:14); ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "waitsFor":"slot","nextSlot":4,"nextAttemptAt":"2026-11-15T10:21:12Z" | next attempt in slot 4 at 10:21:12, in 6 minutes.
          "waitsFor":"slot","nextAttemptAt":"2026-11-16T10:21:12Z" | next attempt at 2026-11-16 10:21:12, in 24 hours.
          "waitsFor":"retryAfter","nextAttemptAt":"2026-11-15T10:15:30Z" | its endpoint sent Retry-After, so the next attempt is at 10:15:30, in 30 seconds.
          "waitsFor":"limit","nextAttemptAt":"2026-11-15T10:14:00Z" | it is due, and is sent as soon as its endpoint is below its in-flight limit.
          "waitsFor":"order","expiresAt":"2026-11-17T10:12:00Z" | it waits until every earlier message of the same object has ended; if that does not happen by 2026-11-17 10:12:00, in 47 hours, it is dropped.
          "waitsFor":"disabled","expiresAt":"2026-11-17T10:12:00Z" | it is held while its endpoint is disabled, until a probe succeeds or you enable it (posthorn enable ep_1); if that does not happen by 2026-11-17 10:12:00, in 47 hours, it is dropped.
          "waitsFor":"frozen","expiresAt":"2026-11-17T10:15:00Z" | it is held while its endpoint is frozen, until you enable it (posthorn enable ep_1); if that does not happen by 2026-11-17 10:15:00, in 2 days, it is dropped.
          "waitsFor":"paused","expiresAt":"2026-11-15T10:16:00Z" | it is held while its endpoint, or all delivery, is paused, until you resume it (posthorn resume ep_1, or posthorn resume --all); if that does not happen by 10:16:00, in 60 seconds, it is dropped.
          "waitsFor":"rain" | it waits for "rain".
          """)
  void a_waiting_message_says_what_it_waits_for(String fields, String next) {
    assertThat(sentence(THREE_FAILED + fields + ",\"status\":\"waiting\"")).isEqualTo(TRIED + next);
  }

  @Test
  void a_waiting_message_says_how_often_it_was_tried() {
    String limit = "\"status\":\"waiting\",\"waitsFor\":\"limit\"";
    String next = "; it is due, and is sent as soon as its endpoint is below its in-flight limit.";

    assertThat(sentence(limit))
        .isEqualTo("msg_1 was accepted at 10:00:00 and has not been attempted yet" + next);
    assertThat(sentence(ONE_FAILED + limit))
        .isEqualTo("msg_1 was attempted once (connection refused at 10:00:00)" + next);
  }

  @Test
  void an_attempt_whose_request_was_resent_says_so() {
    String resent = ONE_FAILED.replace("\"number\":1", "\"number\":1,\"resent\":true");

    assertThat(sentence(resent + "\"status\":\"waiting\",\"waitsFor\":\"limit\""))
        .contains("(connection refused, sent again on a new connection at 10:00:00)");
  }

  @Test
  void a_replayed_message_describes_only_its_new_schedule() {
    String replayed =
        THREE_FAILED + "\"status\":\"waiting\",\"waitsFor\":\"limit\",\"scheduledFrom\":";
    String next = "; it is due, and is sent as soon as its endpoint is below its in-flight limit.";

    assertThat(sentence(replayed + "\"2026-11-15T10:04:00Z\""))
        .isEqualTo(
            "msg_1 was replayed at 10:04:00 and was attempted once (status 503 at 10:04:14),"
                + " 3 times in total"
                + next);
    assertThat(sentence(replayed + "\"2026-11-15T10:05:00Z\""))
        .isEqualTo("msg_1 was replayed at 10:05:00 and has not been attempted since" + next);
  }

  @Test
  void after_a_replay_attempts_are_counted_over_the_whole_life_and_since_it() {
    String replayed = THREE_FAILED + "\"scheduledFrom\":\"2026-11-15T10:04:00Z\",";
    String twice = replayed.replace("10:04:00", "10:01:00");
    String untried = replayed.replace("10:04:00", "10:05:00");
    String delivered = "\"status\":\"delivered\",\"endedAt\":\"2026-11-15T10:04:15Z\"";

    assertThat(sentence(replayed.replace("503", "200") + delivered))
        .isEqualTo(
            "msg_1 was delivered at 10:04:15 with attempt 3 (status 200), the first since its"
                + " replay at 10:04:00.");
    assertThat(sentence(twice.replace("503", "200") + delivered))
        .contains(" with attempt 3 (status 200), number 2 since its replay at 10:01:00.");
    assertThat(sentence(untried + "\"status\":\"inFlight\""))
        .isEqualTo(
            "msg_1 is in flight with attempt 4, the first since its replay at" + " 10:05:00.");
    assertThat(sentence(twice + ended("dropped", "expired")))
        .startsWith(
            "msg_1 was dropped at 10:10:00 after 3 attempts (last status 503 at 10:04:14), of"
                + " which 2 since its replay at 10:01:00, because");
    assertThat(sentence(untried + ended("cancelled", "by_request")))
        .contains(" after 3 attempts, of which 0 since its replay at 10:05:00, by request");
  }

  @Test
  void a_message_in_flight_says_which_attempt_runs() {
    assertThat(sentence("\"status\":\"inFlight\""))
        .isEqualTo("msg_1 is in flight with its first attempt.");
    assertThat(sentence(THREE_FAILED + "\"status\":\"inFlight\""))
        .isEqualTo("msg_1 is in flight with attempt 4 (last status 503 at 10:04:14).");
  }

  @Test
  void a_delivered_message_says_with_which_attempt() {
    String delivered = "\"status\":\"delivered\",\"endedAt\":\"2026-11-15T10:04:15Z\"";

    assertThat(sentence(delivered)).isEqualTo("msg_1 was delivered at 10:04:15.");
    assertThat(sentence(ONE_FAILED.replace("null,\"error\":\"refused\"", "204") + delivered))
        .isEqualTo("msg_1 was delivered at 10:04:15 with its first attempt (status 204).");
    assertThat(sentence(THREE_FAILED.replace("503", "200") + delivered))
        .isEqualTo("msg_1 was delivered at 10:04:15 with attempt 3 (status 200).");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          retries_exhausted | because the last retry failed too
          expired           | because its endpoint was disabled, frozen or paused until the message expired
          sunset            | reason "sunset"
          """)
  void a_dropped_message_says_why_and_how_to_send_it_again(String reason, String because) {
    assertThat(sentence(THREE_FAILED + ended("dropped", reason)))
        .isEqualTo(
            "msg_1 was dropped at 10:10:00 after 3 attempts (last status 503 at 10:04:14), "
                + because
                + "; posthorn replay msg_1 sends it again.");
  }

  @Test
  void a_message_that_was_never_tried_says_so() {
    assertThat(sentence(ended("dropped", "expired")))
        .startsWith("msg_1 was dropped at 10:10:00 without an attempt, because its endpoint was");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          subscription_deleted | because its subscription was deleted, so it cannot be replayed.
          by_request           | by request; posthorn replay msg_1 sends it again.
          customer_deleted     | because its customer was deleted.
          sunset               | reason "sunset".
          """)
  void a_cancelled_message_gives_the_reason(String reason, String because) {
    assertThat(sentence(ONE_FAILED + ended("cancelled", reason)))
        .isEqualTo(
            "msg_1 was cancelled at 10:10:00 after 1 attempt (connection refused at 10:00:00), "
                + because);
  }

  @ParameterizedTest
  @CsvSource({
    "timeout, timeout",
    "refused, connection refused",
    "dns, host name not found",
    "tls, TLS failed",
    "blocked_address, address not allowed",
    "auth, no access token",
    "connection, connection lost"
  })
  void every_kind_of_error_has_a_description(String error, String words) {
    assertThat(sentence(ONE_FAILED.replace("refused", error) + "\"status\":\"inFlight\""))
        .contains("(" + words + " at 10:00:00)");
  }

  @Test
  void an_unknown_status_of_a_newer_server_is_printed_safely() {
    assertThat(sentence("\"status\":\"lost\\u001b\""))
        .isEqualTo("msg_1 has the status \"lost\\u001b\", which this version does not know.");
  }

  private static String ended(String status, String reason) {
    return "\"status\":\"%s\",\"reason\":\"%s\",\"endedAt\":\"2026-11-15T10:10:00Z\""
        .formatted(status, reason);
  }

  private static String sentence(String fields) {
    String json =
        "{\"id\":\"msg_1\",\"endpointId\":\"ep_1\",\"acceptedAt\":\"2026-11-15T10:00:00Z\","
            + fields
            + "}";
    try (ScriptedApi api = new ScriptedApi().responds(json);
        PosthornClient posthorn = api.client().build()) {
      return new MessageText(posthorn.messages().get("msg_1"), new TimeText(CommandRun.CLOCK))
          .sentence();
    }
  }
}
