package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.sender.ScriptedServer.Script;
import io.posthorn.sender.http1.ResponseLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseTest {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final TestSender testSender =
      new TestSender(
          TestSender.LOCAL.withResponse(
              new ResponseLimits(64 * 1_024, Duration.ofMillis(500), 1_024)));

  @AfterEach
  void close() {
    testSender.close();
  }

  private Outcome responded(Script script) throws IOException {
    return responded(script, SHORT);
  }

  private Outcome responded(Script script, Duration timeout) throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(script)) {
      return testSender.send(TestMessage.to(server.url()).timeout(timeout));
    }
  }

  private static Script once(String response) {
    return connection -> {
      connection.request();
      connection.write(response);
      connection.untilClosed();
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 299})
  void a_2xx_is_a_success(int status) throws IOException {
    Outcome outcome = responded(once("HTTP/1.1 " + status + " Fine\r\nContent-Length: 0\r\n\r\n"));

    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.success()).isTrue();
    assertThat(outcome.error()).isNull();
    assertThat(outcome.detail()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 304, 400, 404, 410, 500, 503})
  void every_other_status_is_a_failure(int status) throws IOException {
    Outcome outcome = responded(once("HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n"));

    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.success()).isFalse();
  }

  @Test
  void redirects_are_not_followed() throws IOException {
    try (ScriptedServer elsewhere = ScriptedServer.plain(always(OK))) {
      Outcome outcome =
          responded(
              once(
                  "HTTP/1.1 307 Elsewhere\r\nLocation: "
                      + elsewhere.url()
                      + "\r\nContent-Length: 0\r\n\r\n"));

      assertThat(outcome.status()).isEqualTo(307);
      assertThat(elsewhere.connections()).isZero();
    }
  }

  @Test
  void retry_after_is_kept_as_it_came() throws IOException {
    Outcome outcome =
        responded(once("HTTP/1.1 429 Slow\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n"));

    assertThat(outcome.retryAfter()).isEqualTo("120");
    assertThat(outcome.honoursRetryAfter()).isTrue();
  }

  @Test
  void the_first_kibibyte_of_the_body_is_kept() throws IOException {
    String body = "a".repeat(1_000) + "b".repeat(1_000);

    Outcome outcome = responded(once("HTTP/1.1 500 No\r\nContent-Length: 2000\r\n\r\n" + body));

    assertThat(outcome.responseStart()).asString(ISO_8859_1).isEqualTo(body.substring(0, 1_024));
  }

  @Test
  void a_compressed_body_is_not_decompressed_and_not_asked_for() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[10_000_000]);
    }
    String bomb = packed.toString(ISO_8859_1);

    try (ScriptedServer server =
        ScriptedServer.plain(
            once(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                    + bomb.length()
                    + "\r\n\r\n"
                    + bomb))) {
      Outcome outcome = testSender.send(server.url());

      assertThat(outcome.responseStart()).asString(ISO_8859_1).isEqualTo(bomb.substring(0, 1_024));
      assertThat(server.received().getFirst().headers())
          .containsEntry("accept-encoding", "identity");
    }
  }

  @Test
  void a_head_just_within_the_timeout_is_a_success_and_its_duration_is_to_the_head()
      throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              connection.pause(Duration.ofMillis(700));
              connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
              connection.pause(Duration.ofMillis(300));
              connection.write("ok");
              connection.untilClosed();
            },
            Duration.ofSeconds(3));

    assertThat(outcome.success()).isTrue();
    assertThat(outcome.responseStart()).asString(ISO_8859_1).isEqualTo("ok");
    assertThat(outcome.durationMillis()).isBetween(699L, 2_999L);
  }

  @Test
  void a_head_after_the_timeout_is_a_timeout() throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              connection.pause(Duration.ofMillis(700));
              connection.write(OK);
              connection.untilClosed();
            },
            Duration.ofMillis(400));

    assertThat(outcome.error()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(outcome.detail()).contains("400 ms", "the request was sent");
    assertThat(outcome.durationMillis()).isBetween(400L, 4_000L);
  }

  @Test
  void a_head_that_arrives_byte_by_byte_is_cut_at_the_deadline() throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              for (int i = 0; i < OK.length(); i++) {
                connection.write(OK.substring(i, i + 1));
                connection.pause(Duration.ofMillis(30));
              }
            });

    assertThat(outcome.error()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(outcome.durationMillis()).isBetween(400L, 4_000L);
  }

  @Test
  void a_slow_body_does_not_change_the_outcome_and_is_waited_for_only_so_long() throws IOException {
    long start = System.nanoTime();

    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
              for (int i = 0; i < 1_000; i++) {
                connection.write("x");
                connection.pause(Duration.ofMillis(100));
              }
            });

    assertThat(outcome.success()).isTrue();
    assertThat(outcome.responseStart()).asString(ISO_8859_1).matches("x{1,40}");
    assertThat(outcome.durationMillis()).isLessThan(400);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(500), Duration.ofSeconds(4));
  }

  @Test
  void an_endless_body_is_cut_after_64_kib_and_is_a_success() throws IOException {
    String chunk = "x".repeat(8_000);
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.request();
              connection.write("HTTP/1.1 200 OK\r\n\r\n");
              for (; ; ) {
                connection.write(chunk);
              }
            })) {
      Outcome outcome = testSender.send(TestMessage.to(server.url()).timeout(LONG));

      assertThat(outcome.success()).isTrue();
      assertThat(outcome.responseStart()).hasSize(1_024);
      await().untilAsserted(() -> assertThat(server.closedConnections()).isEqualTo(1));
      assertThat(testSender.sender.idleConnections()).isZero();
    }
  }

  @Test
  void a_body_of_64_kib_leaves_the_connection_usable_and_one_more_byte_does_not()
      throws IOException {
    for (int extra : new int[] {0, 1}) {
      int size = 64 * 1_024 + extra;
      try (ScriptedServer server =
          ScriptedServer.plain(
              always(
                  "HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n" + "x".repeat(size)))) {
        assertThat(testSender.send(server.url()).success()).isTrue();
        assertThat(testSender.send(server.url()).success()).isTrue();

        assertThat(server.connections()).isEqualTo(1 + extra);
      }
    }
  }

  @Test
  void a_body_that_breaks_off_does_not_change_the_outcome() throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
            });

    assertThat(outcome.success()).isTrue();
    assertThat(outcome.responseStart()).asString(ISO_8859_1).isEqualTo("half");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2|Content-Length: 2||ok",
        "Content-Length: 2, 2||ok",
        "Transfer-Encoding: gzip, chunked||2|ok|0||",
        "Transfer-Encoding: chunked||2|ok|0||",
      })
  void a_2xx_head_is_a_success_however_its_body_is_framed_and_a_known_end_keeps_the_connection(
      String framed) throws IOException {
    String response = "HTTP/1.1 200 OK\r\n" + framed.replace("|", "\r\n");
    try (ScriptedServer server = ScriptedServer.plain(always(response))) {
      for (int i = 0; i < 2; i++) {
        Outcome outcome = testSender.send(server.url());

        assertThat(outcome.status()).isEqualTo(200);
        assertThat(outcome.responseStart()).asString(ISO_8859_1).isEqualTo("ok");
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|ok",
        "Transfer-Encoding: gzip||ok",
        "Transfer-Encoding: chunked, gzip||ok",
        "Transfer-Encoding: chunked, chunked||ok",
        "Content-Length: 99999999999999999999||ok",
      })
  void a_2xx_head_is_a_success_however_its_body_is_framed_and_an_unknown_end_closes_the_connection(
      String framed) throws IOException {
    String response = "HTTP/1.1 200 OK\r\n" + framed.replace("|", "\r\n");
    try (ScriptedServer server = ScriptedServer.plain(always(response))) {
      Outcome outcome =
          testSender.send(TestMessage.to(server.url()).timeout(Duration.ofSeconds(1)));

      assertThat(outcome.status()).isEqualTo(200);
      assertThat(outcome.responseStart()).asString(ISO_8859_1).isEqualTo("ok");
      await().until(() -> server.closedConnections() == 1);
      assertThat(testSender.sender.idleConnections()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz|ok|", "-1|ok|", "2|okay|", "2|ok", "|"})
  void a_malformed_chunk_after_a_2xx_head_does_not_change_the_outcome(String chunks)
      throws IOException {
    String response =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks.replace("|", "\r\n");

    Outcome outcome = responded(once(response));

    assertThat(outcome.success()).isTrue();
  }

  @Test
  void a_reset_after_a_2xx_head_does_not_change_the_outcome() throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
              connection.reset();
            });

    assertThat(outcome.success()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2|Content-Length: 3||ok",
        "Content-Length: two||ok",
        "no colon||ok",
      })
  void a_malformed_head_is_a_failure(String rest) throws IOException {
    Outcome outcome = responded(once("HTTP/1.1 200 OK\r\n" + rest.replace("|", "\r\n")), LONG);

    assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
    assertThat(outcome.detail()).contains("not valid HTTP");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
      })
  void a_head_that_breaks_off_is_a_failure(String half) throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              connection.write(half);
            },
            LONG);

    assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
    assertThat(outcome.detail()).contains("closed the connection");
  }

  @Test
  void a_response_that_is_not_http_is_a_failure() throws IOException {
    Outcome outcome = responded(once("220 mail.example ESMTP\r\n"), LONG);

    assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
    assertThat(outcome.detail()).contains("not valid HTTP");
  }

  @Test
  void endless_headers_are_cut() throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              connection.write("HTTP/1.1 200 OK\r\n");
              for (; ; ) {
                connection.write("X-More: and more\r\n");
              }
            },
            LONG);

    assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
    assertThat(outcome.detail()).contains("too large");
  }

  @Test
  void an_endless_header_line_is_cut() throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              connection.write("HTTP/1.1 200 OK\r\nX-Long: ");
              for (; ; ) {
                connection.write("loooooooooooong");
              }
            },
            LONG);

    assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
    assertThat(outcome.detail()).contains("too large");
  }

  @Test
  void chunks_that_are_nearly_all_extension_are_cut_and_are_a_success() throws IOException {
    String chunk = "1;" + "x".repeat(8_000) + "\r\na\r\n";
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.request();
              connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
              for (; ; ) {
                connection.write(chunk);
              }
            })) {
      Outcome outcome = testSender.send(TestMessage.to(server.url()).timeout(LONG));

      assertThat(outcome.success()).isTrue();
      await().untilAsserted(() -> assertThat(server.closedConnections()).isEqualTo(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"100 Continue", "102 Processing", "103 Early Hints"})
  void endless_interim_responses_are_cut(String status) throws IOException {
    Outcome outcome =
        responded(
            connection -> {
              connection.request();
              for (; ; ) {
                connection.write("HTTP/1.1 " + status + "\r\n\r\n");
              }
            },
            LONG);

    assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
    assertThat(outcome.detail()).contains("interim responses");
  }

  @Test
  void an_unsolicited_101_is_a_failure_that_says_so() throws IOException {
    Outcome outcome =
        responded(
            once("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u0081\u0000"),
            LONG);

    assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
    assertThat(outcome.detail()).contains("101 Switching Protocols", "did not request");
  }

  @Test
  void a_few_interim_responses_are_passed_over() throws IOException {
    Outcome outcome =
        responded(once("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\n" + OK));

    assertThat(outcome.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 413})
  void a_response_before_the_request_was_read_counts_and_its_connection_is_not_used_again(
      int status) throws IOException {
    try (ScriptedServer server =
        ScriptedServer.plain(
            connection -> {
              connection.head();
              connection.write("HTTP/1.1 " + status + " Enough\r\nContent-Length: 0\r\n\r\n");
              connection.pause(LONG);
            })) {
      String state = "{\"text\":\"" + "x".repeat(20_000_000) + "\"}";

      Outcome outcome = testSender.send(TestMessage.to(server.url()).state(state));

      assertThat(outcome.status()).isEqualTo(status);
      assertThat(testSender.sender.idleConnections()).isZero();
    }
  }
}
