package io.posthorn.cli.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code posthorn send}. */
final class SendCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @TempDir private Path directory = Path.of("");

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void an_event_from_options_is_posted_with_its_states_unchanged() {
    api.responds(202, "{\"events\":[{\"id\":\"evt_1\",\"messages\":1}]}");

    CommandRun run =
        send(
            "",
            "--obj-code=TASK",
            "--event-type=UPDATE",
            "--obj-id=42",
            "--id=order-7",
            "--new={\"price\": 1.50}",
            "--old={ }");

    assertThat(run).isEqualTo(new CommandRun(0, line("evt_1"), ""));
    assertThat(api.lines()).containsExactly("POST /api/v1/events");
    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "[{\"id\":\"order-7\",\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"objId\":\"42\","
                + "\"newState\":{\"price\": 1.50},\"oldState\":{ }}]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"n\": 1}\n{\"n\": 2}\n",
        "[{\"n\": 1},\n {\"n\": 2}]",
        "\ufeff[{\"n\": 1}, {\"n\": 2}]",
        "{\"n\": 1} {\"n\": 2}"
      })
  void a_pipe_may_hold_an_array_or_one_event_per_line(String input) {
    api.responds(202, ids("evt_1", "evt_2"));

    CommandRun run = send(input, "-");

    assertThat(run.lines()).containsExactly("evt_1", "evt_2");
    assertThat(api.calls().getFirst().body()).isEqualTo("[{\"n\": 1},{\"n\": 2}]");
  }

  @Test
  void a_file_is_sent_in_calls_of_1000_events() throws IOException {
    String events =
        IntStream.range(0, 1_001)
            .mapToObj(n -> "{\"n\":" + n + "}")
            .collect(Collectors.joining("\n"));
    Path file = Files.writeString(directory.resolve("events.ndjson"), events);
    api.responds(202, thousand()).responds(202, ids("b"));

    CommandRun run = send("", file.toString());

    assertThat(run.lines()).hasSize(1_001).startsWith("a0", "a1").endsWith("b");
    assertThat(api.calls().getFirst().body()).startsWith("[{\"n\":0}").endsWith("{\"n\":999}]");
    assertThat(api.calls().getLast().body()).isEqualTo("[{\"n\":1000}]");
    assertThat(run.err()).contains("1,000 of 1,001 events");
  }

  @Test
  void a_count_sends_that_many_events_with_unique_ids() {
    api.responds(202, ids("x-1", "x-2"));

    send("", "--obj-code=T", "--event-type=U", "--id=x", "--count=2");

    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "[{\"id\":\"x-1\",\"objCode\":\"T\",\"eventType\":\"U\"},"
                + "{\"id\":\"x-2\",\"objCode\":\"T\",\"eventType\":\"U\"}]");
  }

  @Test
  void a_customer_is_written_into_each_event_that_names_none() {
    api.responds(202, ids("evt_1"));

    send("[{\"n\":1},{\"customerId\":\"b\"},{}]", "-", "--customer", "a\"");

    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "[{\"customerId\":\"a\\\"\",\"n\":1},{\"customerId\":\"b\"},{\"customerId\":\"a\\\"\"}]");
  }

  @Test
  void events_that_matched_nothing_are_reported() {
    api.responds(202, "{\"events\":[{\"id\":\"a\",\"messages\":0}]}")
        .responds(202, "{\"events\":[{\"id\":\"a\",\"messages\":2},{\"id\":\"b\",\"messages\":0}]}")
        .responds(202, "{\"events\":[{\"id\":\"a\",\"messages\":1}]}");
    String rest =
        " matched no subscription, so no message was created. posthorn subscriptions lists them;"
            + " --dry-run shows which filter did not match.";

    assertThat(send("{\"n\":1}", "-"))
        .isEqualTo(new CommandRun(0, line("a"), line("The event" + rest)));
    assertThat(send("{\"n\":1}{\"n\":2}", "-").err()).isEqualTo(line("1 of 2 events" + rest));
    assertThat(send("{\"n\":1}", "-").err()).isEmpty();
  }

  @Test
  void where_the_server_does_not_count_messages_a_dry_run_finds_that_one_event_matched_nothing() {
    String accepted = "{\"events\":[{\"id\":\"a\"}]}";
    String result =
        "{\"events\":[{\"id\":\"a\",\"customerId\":\"default\",\"subscriptions\":[{\"id\":\"sub_1\","
            + "\"endpointId\":\"ep_1\",\"matches\":%s,\"refusals\":[]}]}]}";
    api.responds(202, accepted).responds(result.formatted(false));
    api.responds(202, accepted).responds(result.formatted(true));
    api.responds(202, accepted).responds(403, "{}");

    assertThat(send("{\"n\":1}", "-").err()).startsWith("The event matched no subscription");
    assertThat(send("{\"n\":1}", "-").err()).isEmpty();
    assertThat(send("{\"n\":1}", "-")).isEqualTo(new CommandRun(0, line("a"), ""));
    assertThat(api.lines())
        .startsWith("POST /api/v1/events", "POST /api/v1/events?dryRun=true")
        .hasSize(6);
  }

  @Test
  void a_dry_run_shows_what_each_filter_expected_and_saw() {
    api.responds(
        """
        {"events":[{"id":"evt_1","customerId":"default","subscriptions":[
          {"id":"sub_1","endpointId":"ep_1","format":"cloudevents","orderingKey":"TASK/7",
           "matches":true,"refusals":[]},
          {"id":"sub_2","endpointId":"ep_1","matches":false,"refusals":[
            {"pointer":"/filters/0","fieldName":"status","comparison":"eq","expected":"\\"INP\\"",
             "saw":"\\"NEW\\"","reason":null}]}]}]}
        """);

    CommandRun run = send("", "--obj-code=TASK", "--event-type=UPDATE", "--dry-run");

    assertThat(api.lines()).containsExactly("POST /api/v1/events?dryRun=true");
    assertThat(run.lines())
        .containsExactly(
            "evt_1: 1 of 2 subscriptions match",
            "  matches  sub_1, as cloudevents, in the order of TASK/7",
            "  no       sub_2",
            "           status eq \"INP\": saw \"NEW\"");
  }

  @Test
  void a_refused_field_is_named_by_its_option() {
    api.responds(
        400,
        """
        {"title":"Bad request","detail":"objCode must be a letter and more.",
         "errors":[{"pointer":"/0/objCode","detail":"objCode must be a letter and more."}]}
        """);

    assertThat(send("", "--obj-code=9", "--event-type=UPDATE").err().strip())
        .isEqualTo("400 Bad request: --obj-code: objCode must be a letter and more.");
  }

  @Test
  void a_refusal_in_the_middle_says_how_many_were_accepted() {
    api.responds(202, thousand())
        .refuses(503, "{\"title\":\"Busy\",\"detail\":\"Intake is full.\"}", "2");

    CommandRun run = send("", "--obj-code=T", "--event-type=U", "--count=1500");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("Stopped after 1,000 accepted events: 503 Busy: Intake is full. Retry in 2 s.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a": 1          | The input is not valid JSON: the text ends unexpectedly (line 1
          [1]              | The input: the value that begins in line 1 is not a JSON object.
          [[{}]]           | The input: the value that begins in line 1 is not a JSON object.
          "text"           | The input: the value that begins in line 1 is not a JSON object.
          []               | The input contains no events.
          """)
  void invalid_events_are_not_sent(String input, String line) {
    CommandRun run = send(input, "-");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith(line);
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void a_state_that_is_not_an_object_is_reported_by_its_option() {
    CommandRun run = send("", "--obj-code=T", "--event-type=U", "--new=[{},{}]");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("--new must be one JSON object.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1000001"})
  void a_count_is_bounded(String count) {
    CommandRun run = send("", "--obj-code=T", "--event-type=U", "--count=" + count);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("--count must be at least 1, and at most 1,000,000");
  }

  @Test
  void a_missing_file_is_reported() {
    assertThat(send("", "no-such-file.json").err())
        .startsWith("File not found: no-such-file.json.");
  }

  @Test
  void neither_options_nor_a_file_is_a_usage_error() {
    assertThat(send("").status()).isEqualTo(2);
  }

  private CommandRun send(String input, String... arguments) {
    return CommandRun.of(
        new SendCommand(CommandRun.context(Map.of("POSTHORN_URL", api.url()), input)), arguments);
  }

  private static String ids(String... ids) {
    return "{\"events\":[%s]}"
        .formatted(
            Arrays.stream(ids).map("{\"id\":\"%s\"}"::formatted).collect(Collectors.joining(",")));
  }

  private static String thousand() {
    return ids(IntStream.range(0, 1_000).mapToObj(n -> "a" + n).toArray(String[]::new));
  }

  private static String line(String text) {
    return text + System.lineSeparator();
  }
}
