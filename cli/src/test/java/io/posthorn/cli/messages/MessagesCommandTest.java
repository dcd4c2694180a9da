package io.posthorn.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The commands {@code posthorn messages} and {@code why}. It is 10:15. */
final class MessagesCommandTest {
  private static final String EMPTY_PAGE = "{\"data\":[],\"nextCursor\":null}";

  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void the_options_become_query_parameters() {
    api.responds(EMPTY_PAGE);

    CommandRun run =
        CommandRun.of(
            api,
            MessagesCommand::new,
            "--endpoint=ep_1",
            "--subscription=sub_1",
            "--status=dropped",
            "--obj-id=a b&c",
            "--since=2h",
            "--limit=5");

    assertThat(api.lines())
        .containsExactly(
            "GET /api/v1/messages?endpoint=ep_1&subscription=sub_1&objId=a+b%26c&status=dropped"
                + "&from=2026-11-15T08%3A15%3A00Z&limit=5");
    assertThat(run).isEqualTo(new CommandRun(0, "No messages match." + nl(), ""));
  }

  @Test
  void each_message_is_a_row_with_its_last_outcome_its_next_step_and_its_whole_url() {
    api.responds(
        """
        {"data":[
          {"id":"msg_4","acceptedAt":"2026-11-15T10:14:00Z","eventType":"UPDATE","objCode":"TASK",
           "objId":"42","attemptCount":1,"status":"waiting","waitsFor":"slot",
           "nextAttemptAt":"2026-11-15T10:15:24Z","url":"https://a.example/hook",
           "lastAttempt":{"number":1,"at":"2026-11-15T10:14:01Z","success":false,"status":503}},
          {"id":"msg_3","acceptedAt":"2026-11-15T10:13:00Z","eventType":"CREATE","objCode":"TASK",
           "objId":null,"attemptCount":0,"status":"waiting","waitsFor":"limit",
           "url":"https://b.example/"},
          {"id":"msg_2","acceptedAt":"2026-11-14T10:13:00Z","eventType":"CREATE","objCode":"TASK",
           "attemptCount":2,"status":"waiting","waitsFor":"frozen",
           "lastAttempt":{"number":2,"at":"2026-11-14T10:14:01Z","success":false,"error":"dns"}},
          {"id":"msg_1","acceptedAt":"2026-11-13T10:13:00Z","eventType":"CREATE","objCode":"TASK",
           "attemptCount":12,"status":"dropped","reason":"retries_exhausted"}],
         "nextCursor":null}
        """);

    assertThat(CommandRun.of(api, MessagesCommand::new).lines())
        .containsExactly(
            "ID     ACCEPTED             EVENT           TRIED  STATUS   LAST  NEXT                "
                + "           URL",
            "msg_4  10:14:00             UPDATE TASK 42      1  waiting  503   at 10:15:24         "
                + "           https://a.example/hook",
            "msg_3  10:13:00             CREATE TASK         0  waiting  -     waits for the"
                + " in-flight limit  https://b.example/",
            "msg_2  2026-11-14 10:13:00  CREATE TASK         2  waiting  dns   held: frozen        "
                + "           -",
            "msg_1  2026-11-13 10:13:00  CREATE TASK        12  dropped  -     retries_exhausted   "
                + "           -");
  }

  @Test
  void one_message_is_shown_with_its_attempts() {
    api.responds(
        """
        {"id":"msg_1","status":"waiting","waitsFor":"slot","acceptedAt":"2026-11-15T10:14:00Z",
         "scheduledFrom":"2026-11-15T10:14:00Z","nextAttemptAt":"2026-11-15T10:15:24Z","nextSlot":1,
         "eventId":"evt_1","eventType":"UPDATE","objCode":"TASK","url":"https://a.example/hook",
         "endpointId":"ep_1","subscriptionId":"sub_1","attempts":[
          {"number":1,"startedAt":"2026-11-15T10:14:00Z","status":503,"durationMillis":12,
           "response":"over\\u001b[31mloaded"}]}
        """);

    assertThat(CommandRun.of(api, MessagesCommand::new, "msg_1").lines())
        .containsExactly(
            "msg_1 was attempted once (status 503 at 10:14:00); next attempt in slot 1 at 10:15:24,"
                + " in 24 seconds.",
            "Event         UPDATE TASK (evt_1)",
            "To            https://a.example/hook",
            "Endpoint      ep_1",
            "Subscription  sub_1",
            "Attempt 1     10:14:00 status 503, 12 ms: over\\u001b[31mloaded");
  }

  @Test
  void an_empty_page_with_a_cursor_is_not_the_end() {
    api.responds("{\"data\":[],\"nextCursor\":\"msg_9\"}")
        .responds("{\"data\":[{\"id\":\"msg_1\"}],\"nextCursor\":\"msg_1\"}");

    CommandRun run = CommandRun.of(api, MessagesCommand::new, "--limit", "1");

    assertThat(api.lines())
        .containsExactly(
            "GET /api/v1/messages?limit=1", "GET /api/v1/messages?limit=1&cursor=msg_9");
    assertThat(run.out()).contains("msg_1");
  }

  @Test
  void an_invalid_time_is_a_usage_error() {
    CommandRun run = CommandRun.of(api, MessagesCommand::new, "--since", "yesterday");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("\"yesterday\" is neither a duration such as 30m, 2h or 7d, nor a time");
  }

  @Test
  void why_explains_one_message_in_one_sentence() {
    api.responds(
        """
        {"id":"msg_1","status":"delivered","acceptedAt":"2026-11-15T10:00:00Z",
         "endedAt":"2026-11-15T10:00:01Z",
         "attempts":[{"number":1,"startedAt":"2026-11-15T10:00:00Z","status":200}]}
        """);

    CommandRun run = CommandRun.of(api, WhyCommand::new, "msg_1");

    assertThat(api.lines()).containsExactly("GET /api/v1/messages/msg_1");
    assertThat(run.lines())
        .containsExactly("msg_1 was delivered at 10:00:01 with its first attempt (status 200).");
  }

  private static String nl() {
    return System.lineSeparator();
  }
}
