package io.posthorn.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands {@code posthorn replay} and {@code cancel}. It is 10:15. */
final class BulkCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void one_message_is_replayed_and_explained() {
    api.responds(
        """
        {"id":"msg_1","status":"waiting","waitsFor":"limit","acceptedAt":"2026-11-15T08:00:00Z",
         "scheduledFrom":"2026-11-15T10:15:00Z","attempts":[]}
        """);

    CommandRun run = CommandRun.of(api, ReplayCommand::new, "msg_1");

    assertThat(run.status()).isZero();
    assertThat(api.lines()).containsExactly("POST /api/v1/messages/msg_1/replay");
    assertThat(run.out())
        .startsWith("msg_1 was replayed at 10:15:00 and has not been attempted since; it is due");
  }

  @Test
  void a_message_that_has_not_ended_is_refused_by_the_server() {
    api.responds(409, "{\"title\":\"Conflict\",\"detail\":\"The message has not ended.\"}");

    CommandRun run = CommandRun.of(api, ReplayCommand::new, "msg_1");

    assertThat(run)
        .isEqualTo(
            new CommandRun(
                1, "", "409 Conflict: The message has not ended." + System.lineSeparator()));
  }

  @Test
  void many_are_counted_and_then_replayed_with_progress() {
    api.responds(202, "{\"id\":\"rpl_1\",\"examined\":0,\"taken\":0,\"finished\":false}")
        .responds("{\"id\":\"rpl_1\",\"examined\":1500,\"taken\":1300,\"finished\":true}")
        .responds(202, "{\"id\":\"rpl_2\",\"examined\":0,\"taken\":0,\"finished\":false}")
        .responds("{\"id\":\"rpl_2\",\"examined\":1000,\"taken\":650,\"finished\":false}")
        .responds("{\"id\":\"rpl_2\",\"examined\":1500,\"taken\":1300,\"finished\":true}");

    CommandRun run =
        CommandRun.of(
            api, ReplayCommand::new, "--endpoint=ep_1", "--status=dropped", "--since=24h");

    assertThat(run.status()).isZero();
    assertThat(api.lines())
        .containsExactly(
            "POST /api/v1/replays",
            "GET /api/v1/replays/rpl_1",
            "POST /api/v1/replays",
            "GET /api/v1/replays/rpl_2",
            "GET /api/v1/replays/rpl_2");
    String which =
        "{\"endpoint\":\"ep_1\",\"status\":\"dropped\",\"from\":\"2026-11-14T10:15:00Z\","
            + "\"to\":\"2026-11-15T10:15:00Z\",\"preview\":";
    assertThat(api.calls().getFirst().body()).isEqualTo(which + "true}");
    assertThat(api.calls().get(2).body()).isEqualTo(which + "false}");
    assertThat(run.err().lines())
        .containsExactly(
            "0 messages examined so far",
            "[" + ".".repeat(40) + "] 0 of 1,300 messages replayed",
            "[" + "#".repeat(20) + ".".repeat(20) + "] 650 of 1,300 messages replayed");
    assertThat(run.lines()).containsExactly("1,300 messages replayed, of 1,500 examined.");
  }

  @Test
  void a_preview_only_counts() {
    api.responds(202, "{\"id\":\"cnl_1\",\"examined\":3,\"taken\":1,\"finished\":true}");

    CommandRun run =
        CommandRun.of(
            api,
            CancelCommand::new,
            "--subscription=sub_1",
            "--obj-code=TASK",
            "--event-type=UPDATE",
            "--since=7d",
            "--until=2h",
            "--preview");

    assertThat(api.lines()).containsExactly("POST /api/v1/cancellations");
    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "{\"subscription\":\"sub_1\",\"objCode\":\"TASK\",\"eventType\":\"UPDATE\","
                + "\"from\":\"2026-11-08T10:15:00Z\",\"to\":\"2026-11-15T08:15:00Z\","
                + "\"preview\":true}");
    assertThat(run.lines()).containsExactly("1 message would be cancelled; nothing was changed.");
  }

  @Test
  void waiting_messages_are_retried_by_the_outcome_of_their_last_attempt() {
    api.responds(202, "{\"id\":\"rty_1\",\"examined\":3,\"taken\":2,\"finished\":true}");

    CommandRun run =
        CommandRun.of(api, RetryCommand::new, "--outcome=5xx", "--since=1h", "--preview");

    assertThat(api.lines()).containsExactly("POST /api/v1/retries");
    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "{\"outcome\":\"5xx\",\"from\":\"2026-11-15T09:15:00Z\","
                + "\"to\":\"2026-11-15T10:15:00Z\",\"preview\":true}");
    assertThat(run.lines()).containsExactly("2 messages would be retried; nothing was changed.");
  }

  @Test
  void skipped_messages_are_reported_with_their_reasons() {
    String skipped =
        "\"skipped\":[{\"reason\":\"disabled\",\"count\":1200},"
            + "{\"reason\":\"in_flight\",\"count\":1}]";
    String job = "{\"id\":\"rty_1\",\"examined\":1203,\"taken\":2,%s,\"finished\":true}";
    api.responds(202, job.formatted(skipped))
        .responds(202, job.formatted(skipped))
        .responds(202, job.formatted(skipped));

    CommandRun preview = CommandRun.of(api, RetryCommand::new, "--since=1h", "--preview");
    CommandRun run = CommandRun.of(api, RetryCommand::new, "--since=1h");

    String counts = ", 1,201 skipped (1,200 disabled, 1 in flight)";
    assertThat(preview.lines())
        .containsExactly("2 messages would be retried" + counts + "; nothing was changed.");
    assertThat(run.lines()).containsExactly("2 messages retried" + counts + ", of 1,203 examined.");
  }

  @Test
  void one_message_is_cancelled() {
    api.responds(
        """
        {"id":"msg_1","status":"cancelled","reason":"by_request","attempts":[],
         "endedAt":"2026-11-15T10:15:00Z"}
        """);

    CommandRun run = CommandRun.of(api, CancelCommand::new, "msg_1");

    assertThat(api.lines()).containsExactly("POST /api/v1/messages/msg_1/cancel");
    assertThat(run.out()).startsWith("msg_1 was cancelled at 10:15:00 without an attempt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--preview", "--status=dropped", "msg_1 --since=1h", "msg_1 --preview"})
  void an_id_and_a_selection_exclude_each_other(String arguments) {
    CommandRun run = CommandRun.of(api, ReplayCommand::new, arguments.split(" ", -1));

    assertThat(run.status()).isEqualTo(2);
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void no_selection_is_a_usage_error() {
    assertThat(CommandRun.of(api, CancelCommand::new).err())
        .startsWith("Missing selection: give a message ID, or --since (such as --since 72h)");
  }
}
