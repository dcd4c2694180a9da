package io.posthorn.cli.listen;

import static io.posthorn.cli.listen.SignatureReportTest.BODY;
import static io.posthorn.cli.listen.SignatureReportTest.ID;
import static io.posthorn.cli.listen.SignatureReportTest.SECRET;
import static io.posthorn.cli.listen.SignatureReportTest.SIGNATURE;
import static io.posthorn.cli.listen.SignatureReportTest.SIGNED_AT;
import static io.posthorn.cli.listen.SignatureReportTest.TIMESTAMP;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command {@code posthorn listen}, with real requests. */
@Timeout(20)
final class ListenCommandTest {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Output out = new Output();
  private final Output err = new Output();

  /** The output, and the address once it is printed. */
  private static final class Output extends StringWriter {
    private final CompletableFuture<URI> address = new CompletableFuture<>();

    @Override
    public void flush() {
      String text = toString();
      int start = text.indexOf("http://");
      if (start >= 0) {
        address.complete(URI.create(text.substring(start, text.indexOf(';'))));
      }
    }
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    threads.shutdownNow();
  }

  @Test
  void it_prints_a_message_and_says_that_its_signature_is_verified() throws Exception {
    Future<Integer> status = listen(1, "--secret", SECRET, "--body");

    HttpResponse<String> response =
        post(
            BODY, "webhook-id", ID, "webhook-timestamp", TIMESTAMP, "webhook-signature", SIGNATURE);

    assertThat(status.get()).isZero();
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(out.toString().lines().skip(1))
        .containsExactly(
            "15:02:10.000  " + ID + "  20 bytes  verified  -> 200",
            "    {",
            "      \"test\" : 2432232314",
            "    }",
            "",
            "1 request of 1 message (0 repeated); 1 got 2xx, 0 did not. Signatures: 1 verified.");
  }

  @Test
  void for_scripts_each_message_is_a_json_line_and_the_rest_goes_to_standard_error()
      throws Exception {
    Future<Integer> status = listen(1, "--secret", SECRET, "-o", "json", "--no-color");
    URI address = err.address.get();

    post(
        address,
        BODY,
        "webhook-id",
        ID,
        "webhook-timestamp",
        TIMESTAMP,
        "webhook-signature",
        SIGNATURE);

    assertThat(status.get()).isZero();
    assertThat(out.toString().lines())
        .singleElement()
        .asString()
        .startsWith("{\"at\":\"")
        .endsWith(
            "\"id\":\""
                + ID
                + "\",\"received\":1,\"signature\":\"verified\",\"reason\":\"\",\"status\":200,"
                + "\"body\":\"{\\\"test\\\": 2432232314}\"}");
    assertThat(err.toString()).startsWith("Listening on http://").contains("1 verified.");
  }

  @Test
  void a_wrong_signature_and_a_missing_one_get_401() throws Exception {
    Future<Integer> status = listen(2, "--secret", SECRET);

    HttpResponse<String> wrong =
        post(
            "{}", "webhook-id", ID, "webhook-timestamp", TIMESTAMP, "webhook-signature", SIGNATURE);
    HttpResponse<String> unsigned = post("{}");

    assertThat(status.get()).isZero();
    assertThat(out.toString())
        .contains(ID + "  2 bytes  REJECTED (no signature matches)  -> 401")
        .contains("(no webhook-id)  2 bytes  REJECTED (webhook-signature is missing)  -> 401")
        .contains("0 got 2xx, 2 did not. Signatures: 2 REJECTED.");
    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(wrong.body()).isEqualTo("no signature matches\n");
    assertThat(unsigned.statusCode()).isEqualTo(401);
  }

  @Test
  void it_names_the_event_and_counts_repeated_messages() throws Exception {
    Future<Integer> status = listen(3);
    String body = "{\"eventType\":\"UPDATE\",\"objCode\":\"TASK\",\"objId\":\"42\"}";

    post(body, "webhook-id", "msg_1");
    post("{\"type\":\"TASK.UPDATE\"}", "webhook-id", "msg_2");
    post(body, "webhook-id", "msg_1");

    assertThat(status.get()).isZero();
    assertThat(out.toString())
        .contains("msg_1  UPDATE TASK 42  signature not checked  -> 200" + System.lineSeparator())
        .contains("msg_2  TASK.UPDATE  signature not checked  -> 200")
        .contains("msg_1  UPDATE TASK 42  signature not checked  -> 200  (received 2 times)")
        .contains(
            "3 requests of 2 messages (1 repeated); 3 got 2xx, 0 did not. Signatures: 3 not checked.");
  }

  @Test
  void it_fails_on_purpose_with_retry_after() throws Exception {
    Future<Integer> status = listen(1, "--status", "503", "--retry-after", "30");

    HttpResponse<String> response = post("{}");

    assertThat(status.get()).isZero();
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).isEqualTo("failing on purpose\n");
    assertThat(response.headers().firstValue("Retry-After")).contains("30");
    assertThat(out.toString()).contains("-> 503").contains("0 got 2xx, 1 did not.");
  }

  @Test
  void a_fail_rate_makes_the_same_requests_fail_in_every_run() throws Exception {
    List<Integer> first = responsesOfTwenty("--fail-rate", "0.5");
    List<Integer> again = responsesOfTwenty("--fail-rate", "0.5", "--seed", "1");
    List<Integer> other = responsesOfTwenty("--fail-rate", "0.5", "--seed", "2");

    assertThat(first).isEqualTo(again).isNotEqualTo(other).contains(200, 500);
    assertThat(responsesOfTwenty("--fail-rate", "0")).containsOnly(200);
    assertThat(responsesOfTwenty("--fail-rate", "1", "--status", "429")).containsOnly(429);
  }

  private List<Integer> responsesOfTwenty(String... options) throws Exception {
    Output output = new Output();
    Future<Integer> status = listen(output, 20, options);
    List<Integer> responses = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      responses.add(post(output.address.get(), "{}").statusCode());
    }
    status.get();
    return responses;
  }

  @Test
  void it_waits_before_it_responds() throws Exception {
    Future<Integer> status = listen(1, "--delay", "150ms");
    long start = System.nanoTime();

    post("{}");

    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(150);
    assertThat(status.get()).isZero();
  }

  @Test
  void received_text_cannot_move_the_cursor() throws Exception {
    Future<Integer> status = listen(1, "--body");

    post("\u001b[2J\u009b31m\u202e\r\n{\"objCode\":1}", "webhook-id", "msg_\t1");

    assertThat(status.get()).isZero();
    assertThat(out.toString().lines().skip(2))
        .startsWith("    \\u001b[2J\\u009b31m\\u202e", "    {\"objCode\":1}");
    assertThat(out.toString().replace(System.lineSeparator(), "")).doesNotContainPattern("\\p{Cc}");
  }

  @Test
  void only_posts_are_messages() throws Exception {
    Future<Integer> status = listen(1);

    int get =
        http.send(HttpRequest.newBuilder(out.address.get()).build(), BodyHandlers.discarding())
            .statusCode();
    post("{}");

    assertThat(get).isEqualTo(405);
    assertThat(status.get()).isZero();
    assertThat(out.toString()).contains("1 request of 1 message");
  }

  @Test
  void a_port_in_use_is_reported() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = String.valueOf(taken.getLocalPort());

      int status = command(out).execute("--port", port, "--host", "0.0.0.0");

      assertThat(status).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("Cannot listen on 0.0.0.0:" + port)
          .contains("Choose another port with --port; 0 picks a free one.");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--status=199",
        "--status=600",
        "--fail-rate=1.1",
        "--fail-rate=-0.1",
        "--fail-rate=NaN",
        "--retry-after=-1",
        "--delay=soon",
        "--port=65536",
        "--count=0",
        "--secret=whsec_no"
      })
  void invalid_options_are_a_usage_error(String option) {
    assertThat(command(out).execute(option)).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
  }

  private Future<Integer> listen(int count, String... options) {
    return listen(out, count, options);
  }

  private Future<Integer> listen(Output output, int count, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("--port", "0", "--count", String.valueOf(count)));
    return threads.submit(() -> command(output).execute(arguments.toArray(String[]::new)));
  }

  private CommandLine command(Output output) {
    CommandContext context =
        new CommandContext(
            Map.of(),
            Clock.fixed(SIGNED_AT, ZoneOffset.UTC),
            time -> {},
            new ByteArrayInputStream(new byte[0]),
            false);
    return new CommandLine(new ListenCommand(context))
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(err, true));
  }

  private HttpResponse<String> post(String body, String... headers) throws Exception {
    return post(out.address.get(), body, headers);
  }

  private HttpResponse<String> post(URI address, String body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
