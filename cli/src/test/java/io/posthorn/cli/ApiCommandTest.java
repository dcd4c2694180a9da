package io.posthorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.endpoints.EndpointsCommand;
import io.posthorn.client.ScriptedApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The common parts of all API commands: options, environment and error texts. */
final class ApiCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void the_environment_selects_the_server_and_the_key() {
    api.responds("{\"data\":[],\"nextCursor\":null}");

    run(Map.of("POSTHORN_URL", api.url(), "POSTHORN_KEY", "phk_env"));

    assertThat(api.calls())
        .containsExactly(
            new ScriptedApi.Call("GET /api/v1/endpoints?limit=50", "Bearer phk_env", null, ""));
  }

  @Test
  void options_override_the_environment_and_name_the_customer() {
    api.responds("{\"data\":[],\"nextCursor\":null}");

    run(
        Map.of("POSTHORN_URL", "http://127.0.0.1:1", "POSTHORN_KEY", "phk_env"),
        "--url",
        api.url() + "/",
        "--key",
        "phk_option",
        "--customer",
        "acme");

    assertThat(api.calls())
        .containsExactly(
            new ScriptedApi.Call(
                "GET /api/v1/endpoints?limit=50", "Bearer phk_option", "acme", ""));
  }

  @Test
  void the_environment_names_the_customer_unless_an_option_does() {
    api.responds("{\"data\":[],\"nextCursor\":null}").responds("{\"data\":[],\"nextCursor\":null}");
    Map<String, String> environment =
        Map.of("POSTHORN_URL", api.url(), "POSTHORN_CUSTOMER", "acme");

    run(environment);
    run(environment, "--customer", "other");

    assertThat(api.calls()).extracting(ScriptedApi.Call::customer).containsExactly("acme", "other");
  }

  @Test
  void an_unknown_customer_names_the_option() {
    assertThat(problem(404, "{\"title\":\"Not found\",\"detail\":\"No customer acme.\"}"))
        .isEqualTo(
            "404 Not found: No customer acme. Check --customer or POSTHORN_CUSTOMER; posthorn"
                + " customers lists them.");
  }

  @Test
  void an_empty_key_or_customer_is_named_as_such() {
    assertThat(run(Map.of("POSTHORN_URL", api.url(), "POSTHORN_KEY", "")).err().strip())
        .isEqualTo("The key is empty.");
    assertThat(run(Map.of("POSTHORN_URL", api.url(), "POSTHORN_CUSTOMER", "")).err().strip())
        .isEqualTo("The customer is empty.");
  }

  @Test
  void an_event_without_a_customer_names_the_option() {
    assertThat(
            problem(
                400,
                """
                {"title":"Bad request","detail":"customerId is missing; every event needs it.",
                 "errors":[{"pointer":"/0/customerId","detail":"customerId is missing; every event needs it."}]}
                """))
        .isEqualTo(
            "400 Bad request: /0/customerId: customerId is missing; every event needs it."
                + " Pass --customer or set POSTHORN_CUSTOMER.");
  }

  @Test
  void a_wrong_value_names_the_option_that_gave_it() {
    api.responds(
        400,
        """
        {"title":"Bad request","detail":"must be a cursor of this list.",
         "errors":[{"pointer":"cursor","detail":"must be a cursor of this list."}]}
        """);

    assertThat(run(Map.of("POSTHORN_URL", api.url()), "--cursor", "x").err().strip())
        .isEqualTo("400 Bad request: --cursor: must be a cursor of this list.");
  }

  @Test
  void an_unknown_host_is_one_line_with_advice() {
    CommandRun run = run(Map.of("POSTHORN_URL", "http://no-such-host.invalid:8080"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "Host name no-such-host.invalid not found. Check its spelling, or name the server with"
                + " --url or POSTHORN_URL.");
  }

  @Test
  void tls_to_a_plain_port_names_the_right_address() {
    String url = api.url().replace("http:", "https:");

    CommandRun run = run(Map.of("POSTHORN_URL", url));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "The server at " + url + " does not use TLS. Use " + api.url() + ".");
  }

  @Test
  void tls_to_a_plain_port_that_responds_at_once_names_the_right_address() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var _ =
          threads.submit(
              () -> {
                try (Socket call = server.accept()) {
                  var _ = call.getInputStream().read();
                  call.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
                }
                return null;
              });
      String address = "://127.0.0.1:" + server.getLocalPort();

      assertThat(run(Map.of("POSTHORN_URL", "https" + address)).err())
          .isEqualToIgnoringNewLines(
              "The server at https" + address + " does not use TLS. Use http" + address + ".");
    }
  }

  @Test
  void plain_http_to_a_tls_port_names_the_right_address() throws Exception {
    try (TlsPort server = TlsPort.open()) {
      CommandRun run = run(Map.of("POSTHORN_URL", "http://127.0.0.1:" + server.port()));

      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err())
          .isEqualToIgnoringNewLines(
              "The server at http://127.0.0.1:%1$d expects TLS. Use https://127.0.0.1:%1$d."
                  .formatted(server.port()));
    }
  }

  @Test
  void a_certificate_that_is_not_trusted_is_one_line_with_advice() throws Exception {
    try (TlsPort server = TlsPort.open()) {
      CommandRun run = run(Map.of("POSTHORN_URL", "https://127.0.0.1:" + server.port()));

      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err()).contains("is not trusted").contains("trustStore");
    }
  }

  @Test
  void an_unreachable_server_is_one_line_with_advice() throws IOException {
    String url;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      url = "http://127.0.0.1:" + free.getLocalPort();
    }

    CommandRun run = run(Map.of("POSTHORN_URL", url));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "Cannot connect to "
                + url
                + ": connection refused. Is the server running? Start one with: ./posthorn serve"
                + " --dev, or name the server with --url or POSTHORN_URL.");
  }

  @Test
  void an_api_error_is_one_line_with_all_its_fields() {
    assertThat(
            problem(
                400,
                """
                {"type":"about:blank","title":"Bad request","status":400,
                 "detail":"Two fields are wrong.",
                 "errors":[{"pointer":"/objCode","detail":"objCode is missing."},
                           {"pointer":"/newState","detail":"newState must be an object."}]}
                """))
        .isEqualTo(
            "400 Bad request: Two fields are wrong. /objCode: objCode is missing."
                + " | /newState: newState must be an object.");
  }

  @Test
  void a_detail_that_repeats_its_field_is_printed_once() {
    assertThat(
            problem(
                400,
                """
                {"title":"Bad request","detail":"limit must be a number.",
                 "errors":[{"pointer":"limit","detail":"limit must be a number."}]}
                """))
        .isEqualTo("400 Bad request: limit: limit must be a number.");
  }

  @Test
  void a_missing_key_error_names_the_variable_and_the_option() {
    assertThat(problem(401, "{\"title\":\"Unauthorized\",\"detail\":\"A key is missing.\"}"))
        .isEqualTo("401 Unauthorized: A key is missing. Set POSTHORN_KEY or pass --key.");
  }

  @Test
  void a_missing_customer_error_names_the_option() {
    assertThat(
            problem(
                400,
                """
                {"title":"Bad request","detail":"This key is for all customers: name the one you\
                 mean in the header X-Customer-Id."}
                """))
        .isEqualTo(
            "400 Bad request: This key is for all customers: name the one you mean with"
                + " --customer.");
  }

  @Test
  void a_server_that_stops_is_reported_as_a_lost_connection() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var _ =
          threads.submit(
              () -> {
                while (true) {
                  try (Socket call = server.accept()) {
                    var _ = call.getInputStream().read();
                  }
                }
              });
      String url = "http://127.0.0.1:" + server.getLocalPort();

      CommandRun run = run(Map.of("POSTHORN_URL", url));

      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err())
          .startsWith("The connection to " + url + " was lost before the response arrived.");
    }
  }

  @Test
  void an_error_body_of_another_format_is_shown_without_control_characters() {
    assertThat(problem(502, "<h1>\u001b[31mbad\u0007</h1>"))
        .isEqualTo("502 from " + api.url() + ": <h1>\\u001b[31mbad\\u0007</h1>");
  }

  @Test
  void a_response_that_is_not_json_is_not_from_posthorn() {
    api.responds("<html>hello</html>");

    assertThat(run(Map.of("POSTHORN_URL", api.url())).err())
        .isEqualToIgnoringNewLines(
            "The server at " + api.url() + " is not Posthorn: the response is not JSON.");
  }

  @Test
  void an_invalid_address_is_a_usage_error() {
    CommandRun run = run(Map.of("POSTHORN_URL", "ftp://example.org"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("must look like http://127.0.0.1:8080, not ftp://example.org");
  }

  @Test
  void a_key_that_cannot_be_sent_is_not_repeated() {
    CommandRun run = run(Map.of("POSTHORN_URL", api.url(), "POSTHORN_KEY", "se\ncret"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("characters that are not allowed").doesNotContain("cret");
    assertThat(api.calls()).isEmpty();
  }

  private String problem(int status, String json) {
    api.responds(status, json);
    CommandRun run = run(Map.of("POSTHORN_URL", api.url()));
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    return run.err().strip();
  }

  private static CommandRun run(Map<String, String> environment, String... arguments) {
    return CommandRun.of(new EndpointsCommand(CommandRun.context(environment, "")), arguments);
  }
}
