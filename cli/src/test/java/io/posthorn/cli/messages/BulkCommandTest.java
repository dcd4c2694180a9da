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
            api, ReplayCommand::new, "--endpoint=ep_1", "--status=dropped", "--since=24h", "--yes");

    assertThat(run.status()).isZero();
    assertThat(api.lines())
        .containsExactly(
            "POST /api/v1/replays",
            "GET /api/v1/replays/rpl_1",
            "POST /api/v1/replays",
            "GET /api/v1/replays/rpl_2",
            "GET /api/v1/replays/rpl_2");
    String which =
        "{\"endpoint\":\"ep_1\",\"from\":\"2026-11-14T10:15:00Z\",\"to\":\"2026-11-15T10:15:00Z\","
            + "\"status\":\"dropped\",\"preview\":";
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
    CommandRun run = CommandRun.of(api, RetryCommand::new, "--since=1h", "--yes");

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
  @ValueSource(
      strings = {"--preview", "msg_1 --status=dropped", "msg_1 --since=1h", "msg_1 --preview"})
  void an_id_and_a_selection_exclude_each_other(String arguments) {
    CommandRun run = CommandRun.of(api, ReplayCommand::new, arguments.split(" ", -1));

    assertThat(run.status()).isEqualTo(2);
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void no_selection_is_a_usage_error() {
    assertThat(CommandRun.of(api, CancelCommand::new).err())
        .startsWith("Missing selection: give a message ID, or options such as --since 72h.");
  }

  @Test
  void on_a_terminal_it_asks_with_the_number_and_only_a_yes_continues() {
    String preview = "{\"id\":\"rpl_1\",\"examined\":9,\"taken\":7,\"finished\":true}";
    api.responds(202, preview).responds(202, preview).responds(202, preview);

    CommandRun no = CommandRun.onTerminal(api, ReplayCommand::new, "\n", "--outcome=5xx");
    CommandRun yes = CommandRun.onTerminal(api, ReplayCommand::new, "y\n", "--outcome=5xx");

    assertThat(no.status()).isEqualTo(1);
    assertThat(no.err())
        .isEqualTo(
            "7 messages would be replayed. Continue? [y/N] Nothing was changed."
                + System.lineSeparator());
    assertThat(yes.status()).isZero();
    assertThat(yes.lines()).containsExactly("7 messages replayed, of 9 examined.");
    assertThat(api.calls())
        .extracting(call -> call.body().replaceAll(".*(\"preview\":\\w+).*", "$1"))
        .containsExactly("\"preview\":true", "\"preview\":true", "\"preview\":false");
  }

  @Test
  void what_came_after_the_count_is_left_out() {
    String counted =
        "{\"id\":\"job_1\",\"createdAt\":\"2026-11-15T10:14:58.250Z\",\"examined\":9,\"taken\":7,"
            + "\"finished\":true}";
    for (int calls = 0; calls < 8; calls++) {
      api.responds(202, counted);
    }

    CommandRun.onTerminal(api, ReplayCommand::new, "y\n", "--outcome=5xx");
    CommandRun.onTerminal(api, CancelCommand::new, "y\n", "--outcome=5xx");
    CommandRun.onTerminal(api, RetryCommand::new, "y\n", "--outcome=5xx");
    CommandRun.onTerminal(api, ReplayCommand::new, "y\n", "--ended-until=10:00");

    String outcome = "{\"outcome\":\"5xx\",\"to\":\"";
    String now = "2026-11-15T10:15:00Z";
    String before = "2026-11-15T10:14:58.250Z";
    String preview = "\",\"preview\":true}";
    String change = "\",\"preview\":false}";
    String earlier = "{\"to\":\"" + now + "\",\"endedTo\":\"2026-11-15T10:00:00Z";
    assertThat(api.calls())
        .extracting(call -> call.body())
        .containsExactly(
            outcome + now + preview,
            outcome + now + "\",\"endedTo\":\"" + before + change,
            outcome + now + preview,
            outcome + before + change,
            outcome + now + preview,
            outcome + before + change,
            earlier + preview,
            earlier + change);
  }

  @Test
  void nothing_to_do_needs_no_question() {
    api.responds(202, "{\"id\":\"rpl_1\",\"examined\":9,\"taken\":0,\"finished\":true}");

    CommandRun run = CommandRun.onTerminal(api, ReplayCommand::new, "", "--since=1h");

    assertThat(run.lines()).containsExactly("0 messages would be replayed; nothing was changed.");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void without_a_terminal_it_needs_a_yes() {
    CommandRun run = CommandRun.of(api, CancelCommand::new, "--since=1h");

    assertThat(run)
        .isEqualTo(
            new CommandRun(
                1,
                "",
                "Cannot ask for confirmation without a terminal: add --yes, or --preview to count"
                    + " the messages."
                    + System.lineSeparator()));
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void messages_are_selected_by_the_time_they_ended_in_any_form_of_time() {
    api.responds(202, "{\"id\":\"rpl_1\",\"examined\":1,\"taken\":1,\"finished\":true}");

    CommandRun.of(
        api,
        ReplayCommand::new,
        "--since=2026-11-14",
        "--until=2026-11-15T09:00",
        "--ended-since=08:30",
        "--ended-until=2026-11-15T10:00:00+01:00",
        "--preview");

    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "{\"from\":\"2026-11-14T00:00:00Z\",\"to\":\"2026-11-15T09:00:00Z\","
                + "\"endedFrom\":\"2026-11-15T08:30:00Z\",\"endedTo\":\"2026-11-15T09:00:00Z\","
                + "\"preview\":true}");
  }

  @Test
  void each_command_takes_and_lists_only_the_states_that_it_changes() {
    assertThat(CommandRun.of(api, ReplayCommand::new, "--help").out())
        .contains("Only messages in this state: delivered, dropped, cancelled.");
    assertThat(CommandRun.of(api, CancelCommand::new, "--help").out())
        .contains("Only messages in this state: waiting, inFlight.");
    assertThat(CommandRun.of(api, RetryCommand::new, "--help").out())
        .contains("Only messages in this state: waiting.");
    CommandRun wrong = CommandRun.of(api, ReplayCommand::new, "--status=waiting");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("delivered, dropped, cancelled");
  }
}
