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
import org.junit.jupiter.params.provider.ValueSource;

/** Responses to wrong, aborted and malformed requests. */
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
        "POST   | /attask/eventsubscription/api/v1/subscriptions/version | PUT",
        "PATCH  | /attask/eventsubscription/api/v1/subscriptions/list | GET, HEAD",
        "GET    | /api/v1/subscriptions/dryRun | POST",
        "PATCH  | /api/v1/events/list           | GET, HEAD",
      })
  void a_method_that_a_path_lacks_is_a_405_with_the_allowed_ones(
      String method, String path, String allowed) {
    JsonResponse response = api.call(method, path, "", null);

    assertThat(response.status()).isEqualTo(405);
    assertThat(response.header("Allow")).contains(allowed);
    assertThat(response.header("Content-Type")).contains("application/problem+json");
    assertThat(response.at("/detail")).isEqualTo("Method not allowed; use " + allowed + ".");
  }

  @ParameterizedTest
  @CsvSource({"/", "/api/v1", "/api/v1/nothing", "/api/v1/subscriptions/"})
  void an_unknown_path_is_404(String path) {
    assertThat(api.call("DELETE", path, key, null).status()).isEqualTo(404);
  }

  @Test
  void head_is_get_without_the_body() {
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
        "400 | GET / HTTP/2.0~Host: a~~",
        "400 | POST /api/v1/events HTTP/1.0~Transfer-Encoding: chunked~~0~~",
        "400 | GET http://b/health/live HTTP/1.1~Host: a~~",
        "400 | GET http://u@a/health/live HTTP/1.1~Host: u@a~~",
        "501 | get /api/v1/subscriptions HTTP/1.1~Host: a~~",
        "501 | Get /api/v1/subscriptions HTTP/1.1~Host: a~~",
      })
  void malformed_http_is_an_error_in_the_usual_format(int status, String request)
      throws IOException {
    RawCall call = RawCall.untilClosed(api.port(), request.replace("~", "\r\n"));

    assertThat(call.status()).isEqualTo(status);
    assertThat(call.response()).containsIgnoringCase("Content-Type: application/problem+json");
    assertThat(call.body()).contains("\"status\":" + status).doesNotContain("io.helidon", "\tat ");
  }

  @Test
  void an_overlong_line_or_header_is_an_error() throws IOException {
    String path = "/" + "a".repeat(5_000);
    RawCall line = RawCall.untilClosed(api.port(), "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    RawCall header =
        RawCall.untilClosed(
            api.port(), "GET / HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(20_000) + "\r\n\r\n");

    assertThat(line.status()).isEqualTo(414);
    assertThat(line.body()).startsWith("{\"type\":\"about:blank\",\"title\":\"URI too long\"");
    assertThat(header.status()).isEqualTo(431);
    assertThat(header.body()).contains("\"code\":\"headers_too_large\"");
  }

  @Test
  void many_headers_that_are_too_large_together_are_431() throws IOException {
    StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\nHost: a\r\n");
    for (int i = 0; i < 300; i++) {
      request.append("X-").append(i).append(": ").append("a".repeat(60)).append("\r\n");
    }

    RawCall call = RawCall.untilClosed(api.port(), request + "\r\n");

    assertThat(call.response()).startsWith("HTTP/1.1 431 Request Header Fields Too Large\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%ff", "%C3", "%C3%28", "%ED%A0%80"})
  void a_query_that_is_not_utf_8_is_400(String value) throws IOException {
    RawCall call =
        RawCall.untilClosed(
            api.port(),
            "GET %s?endpoint=%s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                .formatted(SUBSCRIPTIONS, value, key));

    assertThat(call.status()).isEqualTo(400);
    assertThat(call.body()).contains("percent-encoded UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET %s HTTP/1.0~Connection: close~",
        "GET %s HTTP/1.0~Host: upstream~Connection: close~",
        "GET %s HTTP/1.0~Host: my_service:8080~Connection: keep-alive~",
        "GET http://a%s HTTP/1.0~",
        "GET http://a:8080%s HTTP/1.1~Host: A:8080~Connection: close~",
        "GET HTTP://a%s HTTP/1.1~Host: a~Connection: close~",
        "~GET %s HTTP/1.1~Host: a~Connection: close~",
      })
  void http_1_0_absolute_form_targets_and_an_empty_line_before_are_read(String head)
      throws IOException {
    String request = head.formatted(SUBSCRIPTIONS) + "Authorization: Bearer " + key + "~~";

    RawCall call = RawCall.untilClosed(api.port(), request.replace("~", "\r\n"));

    assertThat(call.status()).isEqualTo(200);
    assertThat(call.response())
        .containsIgnoringCase("Connection: close")
        .doesNotContainIgnoringCase("Transfer-Encoding");
    assertThat(call.body()).isEqualTo("{\"data\":[],\"nextCursor\":null}");
  }

  @Test
  void http_1_0_posts_a_body_with_its_length() throws IOException {
    String event = "{\"objCode\":\"A\",\"eventType\":\"B\"}";
    String request =
        "POST /api/v1/events HTTP/1.0~Authorization: Bearer %s~Content-Length: %d~~"
            .formatted(key, event.length());

    RawCall call = RawCall.untilClosed(api.port(), request.replace("~", "\r\n") + event);

    assertThat(call.status()).isEqualTo(202);
  }

  @Test
  void an_empty_line_between_requests_is_ignored_and_headers_keep_their_names() throws IOException {
    String request = "GET " + SUBSCRIPTIONS + " HTTP/1.1\r\nHost: a\r\n";

    RawCall two =
        RawCall.untilClosed(
            api.port(), request + "\r\n\r\n" + request + "Connection: close\r\n\r\n");

    assertThat(two.response().split("HTTP/1.1 401", -1)).hasSize(3);
  }

  @Test
  void an_incomplete_or_badly_chunked_body_is_a_400() throws IOException {
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
  void connection_close_closes_after_the_response() throws IOException {
    String head = " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";

    RawCall get = RawCall.untilClosed(api.port(), "GET " + SUBSCRIPTIONS + head + "\r\n");
    RawCall nothing = RawCall.untilClosed(api.port(), "GET /nothing" + head + "\r\n");
    RawCall unread =
        RawCall.untilClosed(
            api.port(),
            "POST /api/v1/events" + head + "Content-Length: 100000\r\n\r\n" + "x".repeat(100_000));

    assertThat(get.status()).isEqualTo(401);
    assertThat(get.response()).containsIgnoringCase("Connection: close");
    assertThat(nothing.status()).isEqualTo(404);
    assertThat(unread.status()).isEqualTo(401);
  }

  @Test
  void connection_close_before_the_body_closes_at_once() throws IOException {
    RawCall call =
        RawCall.untilClosed(
            api.port(),
            "POST /api/v1/events HTTP/1.1~Host: a~Connection: close~Expect: 100-continue~"
                .concat("Content-Length: 10~~")
                .replace("~", "\r\n"));

    assertThat(call.status()).isEqualTo(401);
  }

  @Test
  void a_connection_is_kept_alive_by_default() throws IOException {
    String request = "GET " + SUBSCRIPTIONS + " HTTP/1.1\r\nHost: a\r\n";

    RawCall two =
        RawCall.untilClosed(api.port(), request + "\r\n" + request + "Connection: close\r\n\r\n");

    assertThat(two.response().split("HTTP/1.1 401", -1)).hasSize(3);
  }
}
