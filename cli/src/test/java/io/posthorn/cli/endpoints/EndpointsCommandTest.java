package io.posthorn.cli.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands {@code posthorn endpoints}, {@code enable} and {@code pause}. It is 10:15. */
final class EndpointsCommandTest {
  private static final String FROZEN =
      """
      {"id":"ep_1","url":"https://a.example/hook","status":"frozen","paused":false,
       "successes":1200,"failures":60000,"consecutiveFailures":50000,
       "window":{"attempts":400,"failures":300,"failureRate":0.75},
       "lastSuccessAt":"2026-11-12T10:15:00Z","lastFailureAt":"2026-11-15T10:14:50Z",
       "frozenAt":"2026-11-15T10:05:00Z","waiting":{"first":3,"retry":1200},"inFlightLimit":1,
       "ruleDistance":[{"rule":"disabled","needs":"2000 failures in a row.",
                     "now":"50000 failures in a row.","share":1},
                    {"rule":"frozen","needs":"50000 failures in a row.",
                     "now":"1 failures in a row.","share":0.125}]}
      """;
  private static final String ENABLED =
      """
      {"id":"ep_2","url":"https://b.example/\\u001b[31m","status":"enabled","paused":true,
       "consecutiveFailures":0,"window":{"attempts":0,"failures":0,"failureRate":0},
       "waiting":{"first":0,"retry":0}}
      """;

  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void it_lists_all_pages_in_one_table() {
    api.responds("{\"data\":[" + FROZEN + "],\"nextCursor\":\"ep_1\"}")
        .responds("{\"data\":[" + ENABLED + "],\"nextCursor\":null}");

    CommandRun run = CommandRun.of(api, EndpointsCommand::new, "--limit", "7");

    assertThat(run.status()).isZero();
    assertThat(api.lines())
        .containsExactly(
            "GET /api/v1/endpoints?limit=7", "GET /api/v1/endpoints?limit=6&cursor=ep_1");
    assertThat(run.lines())
        .containsExactly(
            "ID    STATUS           FAILED  IN A ROW  WAITING  LAST             URL",
            "ep_1  frozen           75.0 %    50,000    1,203  failed 10:14:50  https://a.example/hook",
            "ep_2  enabled, paused       -         0        0  -               "
                + " https://b.example/\\u001b[31m");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "lastSuccessAt":"2026-11-15T10:14:00Z" | ok 10:14:00
          "lastSuccessAt":"2026-11-15T10:14:00Z","lastFailureAt":"2026-11-15T10:13:00Z" | ok 10:14:00
          "lastFailureAt":"2026-11-15T10:13:00Z","lastError":{"messageId":"msg_1","attempt":1,"at":"2026-11-15T10:13:00Z","status":503} | 503 10:13:00
          "lastFailureAt":"2026-11-15T10:13:00Z","lastError":{"messageId":"msg_1","attempt":1,"at":"2026-11-15T10:13:00Z","error":"timeout"} | timeout 10:13:00
          """)
  void a_row_has_the_outcome_of_the_last_attempt(String fields, String outcome) {
    api.responds("{\"data\":[{\"id\":\"ep_1\"," + fields + "}],\"nextCursor\":null}");

    assertThat(CommandRun.of(api, EndpointsCommand::new).lines().getLast()).contains(outcome);
  }

  @Test
  void a_list_with_more_pages_says_how_to_continue() {
    api.responds("{\"data\":[" + ENABLED + "],\"nextCursor\":\"ep_2\"}")
        .responds("{\"data\":[],\"nextCursor\":null}");

    CommandRun run = CommandRun.of(api, EndpointsCommand::new, "--limit=1");
    CommandRun next = CommandRun.of(api, EndpointsCommand::new, "--limit=1", "--cursor=ep_2");

    assertThat(run.err()).isEqualTo(line("more: --cursor ep_2"));
    assertThat(next.err()).isEmpty();
    assertThat(api.lines())
        .containsExactly(
            "GET /api/v1/endpoints?limit=1", "GET /api/v1/endpoints?limit=1&cursor=ep_2");
  }

  @Test
  void a_long_url_is_never_cut() {
    String url = "https://a.example/" + "x".repeat(150);
    api.responds("{\"data\":[{\"id\":\"ep_1\",\"url\":\"" + url + "\"}],\"nextCursor\":null}");

    assertThat(CommandRun.of(api, EndpointsCommand::new).out()).contains(url);
  }

  @Test
  void several_pages_are_one_document() {
    api.responds("{\"data\":[{\"id\":\"ep_1\",\"share\":0.10}],\"nextCursor\":\"ep_1\"}")
        .responds("{\"data\":[{\"id\":\"ep_2\"}],\"nextCursor\":null}")
        .responds("{\"data\":[{\"id\":\"ep_1\",\"share\":0.10}],\"nextCursor\":\"ep_1\"}")
        .responds("{\"data\":[{\"id\":\"ep_2\"}],\"nextCursor\":null}");

    assertThat(CommandRun.of(api, EndpointsCommand::new, "-o", "json").lines())
        .containsExactly(
            "{\"data\":[{\"id\":\"ep_1\",\"share\":0.10},{\"id\":\"ep_2\"}],\"nextCursor\":null}");
    assertThat(CommandRun.of(api, EndpointsCommand::new, "-o", "yaml").lines())
        .containsExactly("data:", "- id: ep_1", "  share: 0.10", "- id: ep_2", "nextCursor: null");
  }

  @Test
  void it_filters_by_status() {
    api.responds("{\"data\":[],\"nextCursor\":null}");

    CommandRun run = CommandRun.of(api, EndpointsCommand::new, "--status=frozen", "--paused");

    assertThat(api.lines())
        .containsExactly("GET /api/v1/endpoints?status=frozen&paused=true&limit=50");
    assertThat(run.lines())
        .containsExactly("No endpoints match. Endpoints are created with subscriptions.");
  }

  @Test
  void it_describes_one_with_its_distance_to_each_rule() {
    api.responds(FROZEN);

    CommandRun run = CommandRun.of(api, EndpointsCommand::new, "ep_1");

    assertThat(api.lines()).containsExactly("GET /api/v1/endpoints/ep_1");
    assertThat(run.lines())
        .containsExactly(
            "ep_1  https://a.example/hook",
            "State     frozen since 10:05:00 (10 minutes ago); nothing is sent until you enable it:"
                + " posthorn enable ep_1",
            "Attempts  1,200 succeeded, 60,000 failed, 50,000 consecutive failures; 400 in the"
                + " window, 75.0 % of them failed",
            "Last      success 2026-11-12 10:15:00 (3 days ago); failure 10:14:50 (10 seconds ago)",
            "Waiting   3 for their first attempt, 1,200 for a retry; up to 1 request at a time",
            "Distance to each rule:",
            "  100.0 %  disabled  when: 2000 failures in a row.",
            "                     now:  50000 failures in a row.",
            "   12.5 %  frozen    when: 50000 failures in a row.",
            "                     now:  1 failures in a row.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "retry":{"schedule":["5s","30s"]} | Retries   2, at 5s, 30s after acceptance
          "retry":{"unit":"30s","limit":8} | Retries   8, the first 30s after acceptance, each offset about double the one before
          "finalStatuses":[400,410],"countFinal":true | `Final     400, 410: not retried`
          "finalStatuses":[400],"countFinal":false | `Final     400: not retried, not counted for the circuit`
          "auth":{"signatures":["v1","v1a"],"publicKey":"whpk_x"} | Signed    v1, v1a; whpk_x
          "auth":{"signatures":["v1"],"clientCertificate":{"subject":"CN=a","expiresAt":"2026-11-15T10:20:00Z"}} | mTLS      CN=a, ends 10:20:00 (in 5 minutes)
          "auth":{"signatures":["v1"],"oauth2":{"tokenUrl":"https://login.example/token","clientId":"c"}} | OAuth2    c at https://login.example/token
          "auth":{"signatures":["v1"],"oauth2":{"tokenUrl":"https://l.example/","clientId":"c","noTokenUntil":"2026-11-15T10:20:00Z"}} | OAuth2    c at https://l.example/; no access token, so nothing is sent until 10:20:00 (in 5 minutes)
          """)
  void it_shows_the_options_of_an_endpoint(String fields, String shown) {
    api.responds(FROZEN.strip().replaceAll("}$", "") + "," + fields + "}");

    CommandRun run = CommandRun.of(api, EndpointsCommand::new, "ep_1");

    assertThat(run.lines()).contains(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "status":503,"response":"over\\u001b[31mloaded" | status 503, response "over\\u001b[31mloaded"; attempt 2 of msg_1
          "status":null,"error":"tls","errorText":"expired." | tls: expired.; attempt 2 of msg_1
          "status":500,"responseHidden":true | status 500, response for admins only; attempt 2 of msg_1
          """)
  void it_shows_the_last_error_of_an_endpoint(String fields, String shown) {
    api.responds(
        FROZEN.strip().replaceAll("}$", "")
            + ",\"lastError\":{\"messageId\":\"msg_1\",\"attempt\":2,\"at\":\"2026-11-15T10:14:50Z\","
            + fields
            + "}}");

    CommandRun run = CommandRun.of(api, EndpointsCommand::new, "ep_1");

    assertThat(run.lines()).contains("Error     " + shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "status":"enabled" | enabled
          "status":"enabled","retryAfterUntil":"2026-11-15T10:20:00Z" | enabled; it sent Retry-After, so nothing is sent until 10:20:00 (in 5 minutes)
          "status":"enabled","retryAfterUntil":"2026-11-15T10:10:00Z" | enabled
          "status":"enabled","paused":true | enabled; paused manually; nothing is sent until you resume it: posthorn resume ep_1
          "status":"enabled","paused":true,"pausedBy":"gone" | enabled; paused by status 410, which is final; nothing is sent until you resume it: posthorn resume ep_1
          "status":"disabled","disabledAt":"2026-11-15T10:10:00Z","nextProbeAt":"2026-11-15T10:20:00Z" | disabled since 10:10:00 (5 minutes ago); the next probe is due at 10:20:00, in 5 minutes
          "status":"disabled","disabledAt":"2026-11-15T10:00:00Z","nextProbeAt":"2026-11-15T10:10:00Z" | disabled since 10:00:00 (15 minutes ago); a probe is due: the next message is sent as one
          "status":"disabled","disabledAt":"2026-11-15T10:00:00Z" | disabled since 10:00:00 (15 minutes ago); the next message is sent as a probe, unless delivery is paused
          "status":"disabled","paused":true,"disabledAt":"2026-11-15T10:00:00Z" | disabled since 10:00:00 (15 minutes ago); paused manually; nothing is sent until you resume it: posthorn resume ep_1
          """)
  void pausing_prints_the_state(String fields, String state) {
    api.responds("{\"id\":\"ep_1\"," + fields + "}");

    CommandRun run = CommandRun.of(api, PauseCommand::new, "ep_1");

    assertThat(run.lines()).containsExactly("ep_1: " + state);
    assertThat(api.lines()).containsExactly("POST /api/v1/endpoints/ep_1/pause");
  }

  @Test
  void enabling_one_prints_its_state() {
    api.responds("{\"id\":\"ep_1\",\"status\":\"enabled\"}");

    CommandRun run = CommandRun.of(api, EnableCommand::new, "ep_1");

    assertThat(run).isEqualTo(new CommandRun(0, line("ep_1: enabled"), ""));
    assertThat(api.lines()).containsExactly("POST /api/v1/endpoints/ep_1/enable");
  }

  @Test
  void enabling_all_of_a_status_prints_their_number() {
    api.responds("{\"changed\":1234}");

    CommandRun run = CommandRun.of(api, EnableCommand::new, "--all", "--status", "frozen", "--yes");

    assertThat(run).isEqualTo(new CommandRun(0, line("1,234 endpoints enabled."), ""));
    assertThat(api.lines()).containsExactly("POST /api/v1/endpoints/enable");
    assertThat(api.calls().getFirst().body()).isEqualTo("{\"status\":\"frozen\"}");
  }

  @Test
  void on_a_terminal_enabling_all_asks_with_their_number() {
    api.responds("{\"changed\":1,\"preview\":true}").responds("{\"changed\":1}");
    String[] arguments = {"--all", "--status", "frozen", "--search", "crm"};

    CommandRun run = CommandRun.onTerminal(api, EnableCommand::new, "y\n", arguments);

    assertThat(run.err())
        .isEqualTo("Enable 1 frozen endpoint? Their held messages are sent at once. [y/N] ");
    assertThat(run.out()).isEqualTo(line("1 endpoint enabled."));
    assertThat(api.lines())
        .containsExactly("POST /api/v1/endpoints/enable", "POST /api/v1/endpoints/enable");
    assertThat(api.calls())
        .extracting(ScriptedApi.Call::body)
        .containsExactly(
            "{\"status\":\"frozen\",\"q\":\"crm\",\"preview\":true}",
            "{\"status\":\"frozen\",\"q\":\"crm\"}");
  }

  @Test
  void without_a_terminal_enabling_all_needs_a_yes() {
    CommandRun run = CommandRun.of(api, EnableCommand::new, "--all", "--status", "frozen");

    assertThat(run)
        .isEqualTo(
            new CommandRun(
                1, "", line("Cannot ask for confirmation without a terminal: add --yes.")));
    assertThat(api.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--all",
        "--status=frozen",
        "ep_1 --all --status=frozen",
        "ep_1 --search=crm",
        "ep_1 --status=frozen"
      })
  void enable_requires_an_id_or_all(String arguments) {
    CommandRun run =
        CommandRun.of(
            api,
            EnableCommand::new,
            arguments.isEmpty() ? new String[0] : arguments.split(" ", -1));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("Missing endpoint: give an ID, or --all with --status");
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void json_is_printed_unchanged() {
    api.responds("{\"id\" : \"ep_1\", \"more\":[1]}");

    assertThat(CommandRun.of(api, EnableCommand::new, "ep_1", "--json").out())
        .isEqualTo(line("{\"id\" : \"ep_1\", \"more\":[1]}"));
  }

  @Test
  void an_id_cannot_change_the_path_of_a_call() {
    api.responds(
        404, "{\"title\":\"Not found\",\"detail\":\"No endpoint ep_1 for this customer.\"}");

    CommandRun run = CommandRun.of(api, PauseCommand::new, "../keys?x=1 y");

    assertThat(api.lines()).containsExactly("POST /api/v1/endpoints/..%2Fkeys%3Fx%3D1%20y/pause");
    assertThat(run)
        .isEqualTo(
            new CommandRun(1, "", line("404 Not found: No endpoint ep_1 for this customer.")));
  }

  @Test
  void resuming_prints_the_state() {
    api.responds("{\"id\":\"ep_1\",\"status\":\"enabled\"}");

    CommandRun run = CommandRun.of(api, ResumeCommand::new, "ep_1");

    assertThat(run).isEqualTo(new CommandRun(0, line("ep_1: enabled"), ""));
    assertThat(api.lines()).containsExactly("POST /api/v1/endpoints/ep_1/resume");
  }

  @Test
  void the_delivery_of_all_customers_is_paused_and_resumed() {
    api.responds("{\"paused\":true}").responds("{\"paused\":false}");

    CommandRun paused = CommandRun.of(api, PauseCommand::new, "--all", "--yes");
    CommandRun resumed = CommandRun.of(api, ResumeCommand::new, "--all");

    assertThat(api.lines())
        .containsExactly("POST /api/v1/delivery/pause", "POST /api/v1/delivery/resume");
    assertThat(paused.lines())
        .containsExactly(
            "Delivery of all customers is paused; messages are held until posthorn resume --all.");
    assertThat(resumed.lines()).containsExactly("Delivery of all customers is running.");
  }

  @Test
  void the_delivery_of_one_customer_is_paused_after_a_question() {
    api.responds("{\"endpoints\":{\"total\":12}}")
        .responds("{\"paused\":true,\"pausedForAll\":false}");

    CommandRun run =
        CommandRun.onTerminal(api, PauseCommand::new, "yes\n", "--all", "--customer", "acme");

    assertThat(run.err()).isEqualTo("Pause delivery of customer acme to 12 endpoints? [y/N] ");
    assertThat(run.lines())
        .containsExactly(
            "Delivery of customer acme is paused; messages are held until posthorn resume --all.");
    assertThat(api.lines())
        .containsExactly("GET /api/v1/overview", "POST /api/v1/customers/acme/delivery/pause");
  }

  @Test
  void pausing_all_is_refused_without_a_terminal_and_without_a_yes() {
    assertThat(CommandRun.of(api, PauseCommand::new, "--all").err())
        .startsWith("Cannot ask for confirmation without a terminal: add --yes.");
    assertThat(CommandRun.of(api, PauseCommand::new).err())
        .startsWith("Missing endpoint: give an ID, or --all for the delivery pause.");
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void on_a_terminal_states_and_outcomes_have_colours_unless_switched_off() {
    String page = "{\"data\":[" + FROZEN + "],\"nextCursor\":null}";
    api.responds(page).responds(page).responds(page);

    assertThat(CommandRun.onTerminal(api, EndpointsCommand::new, "").out())
        .contains("\u001b[31mfrozen\u001b[0m");
    assertThat(CommandRun.onTerminal(api, EndpointsCommand::new, "", "--no-color").out())
        .contains("frozen")
        .doesNotContain("\u001b");
    assertThat(CommandRun.of(api, EndpointsCommand::new).out()).doesNotContain("\u001b");
  }

  private static String line(String text) {
    return text + System.lineSeparator();
  }
}
