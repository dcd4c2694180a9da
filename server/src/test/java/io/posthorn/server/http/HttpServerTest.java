package io.posthorn.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the server says to callers that are mistaken, in a hurry, or no friends of HTTP. */
final class HttpServerTest {
  private static final String SUBSCRIPTIONS = "/api/v1/subscriptions";

  private final LiveApi api = new LiveApi().with("default");
  private final String key = api.key(Role.MANAGER, "default");

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUT    | /api/v1/subscriptions        | GET, HEAD, POST",
        "POST   | /api/v1/subscriptions/sub_1  | DELETE, GET, HEAD, PATCH",
        "OPTIONS| /api/v1/events               | GET, HEAD, POST",
        "POST   | /attask/eventsubscription/api/v1/subscriptions/version | DELETE, GET, HEAD, PUT",
      })
  void another_method_than_a_path_has_is_405_and_names_those_it_has(
      String method, String path, String allowed) {
    JsonResponse heard = api.call(method, path, "", null);

    assertThat(heard.status()).isEqualTo(405);
    assertThat(heard.header("Allow")).contains(allowed);
    assertThat(heard.header("Content-Type")).contains("application/problem+json");
    assertThat(heard.at("/detail")).isEqualTo("Method not allowed; use " + allowed + ".");
  }

  @ParameterizedTest
  @CsvSource({"/", "/api/v1", "/api/v1/nothing", "/api/v1/subscriptions/"})
  void a_path_that_nothing_has_is_404(String path) {
    assertThat(api.call("DELETE", path, key, null).status()).isEqualTo(404);
  }

  @Test
  void head_is_answered_like_get_without_the_body() {
    JsonResponse get = api.call("GET", SUBSCRIPTIONS, key, null);

    JsonResponse head = api.call("HEAD", SUBSCRIPTIONS, key, null);

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
    assertThat(head.header("Content-Type")).contains("application/json");
    assertThat(api.call("HEAD", SUBSCRIPTIONS, "wrong", null).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | GET /%zz HTTP/1.1~Host: a~~",
        "400 | GET /a?q=%g1 HTTP/1.1~Host: a~~",
        "400 | GET /a~~",
        "400 | nonsense~~",
        "400 | GET / HTTP/1.1~Host: a~no colon~~",
        "400 | GET / HTTP/1.1~~",
        "400 | GET / HTTP/1.1~Host: a~Host: b~~",
        "400 | POST /api/v1/events HTTP/1.1~Host: a~Content-Length: many~~",
        "400 | POST /api/v1/events HTTP/1.1~Host: a~Content-Length: 1~Transfer-Encoding: chunked~~",
        "413 | POST /api/v1/events HTTP/1.1~Host: a~Content-Length: 33554433~~",
        "400 | POST /api/v1/events HTTP/1.1~Host: a~Transfer-Encoding: gzip~"
            + "Transfer-Encoding: chunked~~",
        "505 | GET / HTTP/1.0~Host: a~~",
      })
  void what_is_not_proper_http_is_a_problem_like_any_other(int status, String request)
      throws IOException {
    RawCall call = RawCall.untilClosed(api.port(), request.replace("~", "\r\n"));

    assertThat(call.status()).isEqualTo(status);
    assertThat(call.answer()).containsIgnoringCase("Content-Type: application/problem+json");
    assertThat(call.body()).contains("\"status\":" + status).doesNotContain("io.helidon", "\tat ");
  }

  @Test
  void a_line_or_a_header_that_is_too_long_is_a_problem() throws IOException {
    String path = "/" + "a".repeat(5_000);
    RawCall line = RawCall.untilClosed(api.port(), "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    RawCall header =
        RawCall.untilClosed(
            api.port(), "GET / HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(20_000) + "\r\n\r\n");

    assertThat(line.status()).isEqualTo(414);
    assertThat(line.body()).startsWith("{\"type\":\"about:blank\",\"title\":\"URI too long\"");
    assertThat(header.status()).isEqualTo(400);
  }

  @Test
  void a_body_that_breaks_off_or_is_badly_chunked_is_a_problem_of_the_callers() throws IOException {
    String head = "POST /api/v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + key;

    RawCall broken =
        RawCall.breakingOff(
            api.port(), head + "\r\nConnection: close\r\nContent-Length: 10\r\n\r\n{");
    RawCall badChunk =
        RawCall.untilClosed(
            api.port(), head + "\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n");

    assertThat(broken.status()).isEqualTo(400);
    assertThat(badChunk.status()).isEqualTo(400);
    assertThat(badChunk.body()).contains("Malformed HTTP request");
    assertThat(api.unexpected).isEmpty();
  }

  @Test
  void a_caller_that_asks_to_close_sees_the_connection_close_with_the_answer() throws IOException {
    String head = " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";

    RawCall get = RawCall.untilClosed(api.port(), "GET " + SUBSCRIPTIONS + head + "\r\n");
    RawCall nothing = RawCall.untilClosed(api.port(), "GET /nothing" + head + "\r\n");
    RawCall unread =
        RawCall.untilClosed(
            api.port(),
            "POST /api/v1/events" + head + "Content-Length: 100000\r\n\r\n" + "x".repeat(100_000));

    assertThat(get.status()).isEqualTo(401);
    assertThat(get.answer()).containsIgnoringCase("Connection: close");
    assertThat(nothing.status()).isEqualTo(404);
    assertThat(unread.status()).isEqualTo(401);
  }

  @Test
  void a_caller_that_asks_to_close_before_it_sends_its_body_is_not_waited_for() throws IOException {
    RawCall call =
        RawCall.untilClosed(
            api.port(),
            "POST /api/v1/events HTTP/1.1~Host: a~Connection: close~Expect: 100-continue~"
                .concat("Content-Length: 10~~")
                .replace("~", "\r\n"));

    assertThat(call.status()).isEqualTo(401);
  }

  @Test
  void a_connection_goes_on_after_an_answer_where_nobody_asks_to_close() throws IOException {
    String request = "GET " + SUBSCRIPTIONS + " HTTP/1.1\r\nHost: a\r\n";

    RawCall two =
        RawCall.untilClosed(api.port(), request + "\r\n" + request + "Connection: close\r\n\r\n");

    assertThat(two.answer().split("HTTP/1.1 401", -1)).hasSize(3);
  }
}
