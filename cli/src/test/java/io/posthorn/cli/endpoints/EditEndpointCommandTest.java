package io.posthorn.cli.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code posthorn endpoints edit}. */
final class EditEndpointCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  private CommandRun edit(String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "ep_1";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return CommandRun.of(api, EditEndpointCommand::new, arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --max-in-flight=8 | {"maxInFlight":8}
          --max-in-flight= | {"maxInFlight":null}
          --max-per-second=50 | {"maxPerSecond":50}
          --timeout=10s | {"timeout":"10000ms"}
          --timeout= | {"timeout":null}
          --retry=5s, 30s,2m | {"retry":{"schedule":["5000ms","30000ms","120000ms"]}}
          --retry= | {"retry":null}
          --final-statuses=400, 410 | {"finalStatuses":[400,410]}
          --final-statuses= | {"finalStatuses":[]}
          --count-final=no | {"countFinal":false}
          --header=X-Source: shop | {"headers":{"X-Source":"shop"}}
          --header=X-Source: | {"headers":{"X-Source":null}}
          --no-headers | {"headers":null}
          --signatures=v1,v1a | {"auth":{"signatures":["v1","v1a"]}}
          --no-client-certificate | {"auth":{"clientCertificate":null}}
          --oauth2-scope=orders | {"auth":{"oauth2":{"scope":"orders"}}}
          --oauth2-scope= | {"auth":{"oauth2":{"scope":null}}}
          --no-oauth2 | {"auth":{"oauth2":null}}
          """)
  void each_option_changes_one_field(String option, String body) {
    api.responds("{\"id\":\"ep_1\"}");

    assertThat(edit(option).err()).isEmpty();

    assertThat(api.lines()).containsExactly("PATCH /api/v1/endpoints/ep_1");
    assertThat(api.calls().getFirst().body()).isEqualTo(body);
  }

  @Test
  void a_retry_policy_can_be_a_unit_and_a_number() {
    api.responds("{\"id\":\"ep_1\"}");

    edit("--retry=30s x 8");

    assertThat(api.calls().getFirst().body())
        .contains("\"unit\":\"30000ms\"")
        .contains("\"limit\":8");
  }

  @Test
  void it_prints_the_endpoint_with_what_was_set() {
    api.responds(
        """
        {"id":"ep_1","url":"https://a.example/","status":"enabled","paused":false,
         "window":{"attempts":0,"failures":0,"failureRate":0},"waiting":{"first":0,"retry":0},
         "maxInFlight":8,"maxPerSecond":50,"timeout":"10s","headers":{"X-Source":"****"},
         "retry":{"schedule":["5s","30s"]},"finalStatuses":[410],"countFinal":false,
         "ruleDistance":[]}
        """);

    CommandRun run = edit("--timeout=10s");

    assertThat(run.lines())
        .contains(
            "Limits    at most 8 in flight, at most 50 per second, timeout 10s",
            "Headers   X-Source",
            "Retries   2, at 5s, 30s after acceptance",
            "Final     410: not retried, not counted for the circuit");
  }

  @Test
  void secrets_come_from_standard_input_and_certificates_from_files(@TempDir Path files)
      throws IOException {
    api.responds("{\"id\":\"ep_1\"}").responds("{\"id\":\"ep_1\"}").responds("{\"id\":\"ep_1\"}");
    Path certificate = Files.writeString(files.resolve("client.pem"), "CERTIFICATE");
    Path key = Files.writeString(files.resolve("client.key"), "KEY");

    CommandRun.of(
        new EditEndpointCommand(
            CommandRun.context(Map.of("POSTHORN_URL", api.url()), "from stdin\n")),
        "ep_1",
        "--oauth2-token-url=https://login.example/token",
        "--oauth2-client-id=posthorn",
        "--oauth2-client-secret=-");
    CommandRun.of(
        new EditEndpointCommand(CommandRun.context(Map.of("POSTHORN_URL", api.url()), "k-1\n")),
        "ep_1",
        "--header=X-Api-Key: -");
    edit("--client-certificate=" + certificate, "--client-key=" + key);

    assertThat(api.calls())
        .extracting(ScriptedApi.Call::body)
        .satisfiesExactly(
            body ->
                assertThat(body)
                    .isEqualTo(
                        "{\"auth\":{\"oauth2\":{\"tokenUrl\":\"https://login.example/token\","
                            + "\"clientId\":\"posthorn\",\"clientSecret\":\"from stdin\"}}}"),
            body -> assertThat(body).isEqualTo("{\"headers\":{\"X-Api-Key\":\"k-1\"}}"),
            body ->
                assertThat(body).contains("\"certificate\":\"CERTIFICATE\"", "\"key\":\"KEY\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --max-in-flight=many | --max-in-flight: "many" is not a whole number.
          --timeout=10 | --timeout: "10" is not a duration such as 500ms, 30s, 10m, 2h or 7d.
          --retry=5s, soon | --retry: "soon" is not a duration such as 500ms, 30s, 10m, 2h or 7d.
          --final-statuses=4xx | --final-statuses: "4xx" is not a whole number.
          --header=X-Source | --header: "X-Source" is not a header such as 'X-Source: shop'.
          --client-key=none.pem | --client-certificate and --client-key go together.
          """)
  void a_wrong_value_is_named_with_its_option(String option, String line) {
    CommandRun run = edit(option);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith(line);
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void contradictions_missing_files_and_nothing_to_change_are_usage_errors() {
    assertThat(edit().err()).startsWith("Nothing to change: give at least one option");
    assertThat(edit("--header=A: b", "--no-headers").err())
        .startsWith("Give either --header or --no-headers, not both.");
    assertThat(edit("--no-oauth2", "--oauth2-scope=a").err())
        .startsWith("Give either --oauth2-... or --no-oauth2, not both.");
    assertThat(edit("--client-certificate=/none.pem", "--client-key=/none.key").err())
        .startsWith("--client-certificate: cannot read /none.pem.");
    assertThat(CommandRun.of(api, EditEndpointCommand::new, "sub_1", "--timeout=1s").err())
        .contains("Endpoint IDs begin with ep_");
    assertThat(api.calls()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /auth/oauth2/tokenUrl | --oauth2-token-url=http://10.0.0.1/ | --oauth2-token-url
          /retry/schedule/1     | --retry=5s,5s                       | --retry
          /headers/Host         | --header=Host: a                    | --header
          /finalStatuses        | --final-statuses=503                | --final-statuses
          """)
  void errors_of_the_server_name_the_option(String pointer, String option, String flag) {
    api.responds(
        400,
        """
        {"title":"Bad request","detail":"That will not do.",
         "errors":[{"pointer":"%s","detail":"That will not do."}]}
        """
            .formatted(pointer));

    assertThat(edit(option).err().strip())
        .isEqualTo("400 Bad request: " + flag + ": That will not do.");
  }
}
