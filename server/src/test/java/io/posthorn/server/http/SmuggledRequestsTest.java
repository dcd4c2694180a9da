package io.posthorn.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.LiveApi;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Request smuggling: a request that a proxy could parse differently is refused, and no second one
 * is read.
 */
final class SmuggledRequestsTest {
  private static final String SECOND = "GET /api/v1/subscriptions HTTP/1.1\r\nHost: a\r\n\r\n";

  private final LiveApi api = new LiveApi().with("default");
  private final String key = api.key(Role.MANAGER, "default");

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2~Content-Length: 40",
        "Content-Length: 2~Content-Length: 2",
        "Content-Length: 2, 2",
        "Content-Length: +2",
        "Content-Length: -1",
        "Content-Length: 0x2",
        "Content-Length: 2 2",
        "Content-Length:",
        "Content-Length: 9999999999999999999999",
        "Content-Length: 2~Transfer-Encoding: chunked",
        "Transfer-Encoding: chunked~Content-Length: 2",
        "Transfer-Encoding: chunked~Transfer-Encoding: chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: \u000bchunked",
        "Transfer-Encoding: chunked,",
        "Transfer-Encoding: ",
        "Content-Length : 2",
        " Content-Length: 2",
        "X: a~ folded~Content-Length: 2",
        "X: a~\tfolded~Content-Length: 2",
        "Content Length: 2",
        "Content-Length: 2~: nameless",
        "X: a\nContent-Length: 2",
        "X: a\rContent-Length: 2",
      })
  void a_body_of_ambiguous_length_is_refused(String headers) throws IOException {
    String head = "POST /api/v1/events HTTP/1.1~Host: a~Authorization: Bearer " + key + "~";

    RawCall call = send((head + headers + "~~{}").replace("~", "\r\n"));

    refusedAlone(call);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer other",
        "authorization: Bearer other",
        "sessionID: a~sessionID: b",
        "apiKey: a~apiKey: b",
        "X-Customer-Id: default~X-Customer-Id: other",
        "X-Customer-Id: default~X-Customer-Id: default",
      })
  void a_request_that_names_its_caller_or_customer_twice_is_refused(String headers)
      throws IOException {
    String head = "GET /api/v1/subscriptions HTTP/1.1~Host: a~Authorization: Bearer " + key + "~";

    RawCall call = send((head + headers + "~~").replace("~", "\r\n"));

    refusedAlone(call);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+2~{}~0~~",
        "-2~{}~0~~",
        "0x2~{}~0~~",
        " 2~{}~0~~",
        "2 ~{}~0~~",
        "2;a=b~{}~0~~",
        "~{}~0~~",
        "00000002~{}~0~~",
        "100000002~{}~0~~",
        "2~{}ab0~~",
        "2~{}\n\n0~~",
        "2\n{}~0~~",
        "2~{}~+0~~",
        "2~{}~0~X-Trailer: a~~",
      })
  void a_malformed_chunk_is_refused(String chunks) throws IOException {
    String head = "POST /api/v1/events HTTP/1.1~Host: a~Authorization: Bearer " + key + "~";

    RawCall call = send((head + "Transfer-Encoding: chunked~~" + chunks).replace("~", "\r\n"));

    refusedAlone(call);
  }

  @Test
  void well_formed_chunks_are_read_and_the_connection_is_kept() throws IOException {
    String head = "POST /api/v1/events HTTP/1.1~Host: a~Authorization: Bearer " + key + "~";
    String body = "Transfer-Encoding: Chunked~~1~[~0A~          ~1~]~0~~";

    RawCall call =
        RawCall.untilClosed(
            api.port(),
            (head + body).replace("~", "\r\n")
                + SECOND.replace("Host: a", "Host: a\r\nConnection: close"));

    assertThat(call.status()).isEqualTo(400); // no event in the array
    assertThat(call.response()).contains("HTTP/1.1 401").doesNotContain("Malformed HTTP request");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/events/..;/subscriptions",
        "/api/v1/events/../subscriptions",
        "/api/v1/events/%2e%2E/subscriptions",
        "/api/v1/events/.%2e/subscriptions",
        "/api/v1/./subscriptions",
        "/api/v1/subscriptions/.",
        "/api/v1/subscriptions/x/..",
        "/api/v1//subscriptions",
        "//api/v1/subscriptions",
        "/api;x/v1;y/subscriptions;z",
        "/api/v1%2Fsubscriptions",
        "/api/v1%2fsubscriptions",
        "/api/v1%5Csubscriptions",
        "/api\\v1\\subscriptions",
        "/api/v1/subscriptions#x",
        "/api/v1/subscriptions%23x",
        "/api/v1/subscriptions%3Bx",
        "/api/v1/subscriptions%3Fx",
        "/api/v1/subscriptions%00",
        "/api/v1/%252e%252e/subscriptions",
        "/api/v1/../../metrics",
        "http://b/api/v1/subscriptions",
        "http://a/api/v1/../subscriptions",
        "http://a//api/v1/subscriptions",
        "http://u@a/api/v1/subscriptions",
        "ftp://a/api/v1/subscriptions",
        "http:///api/v1/subscriptions",
        "api/v1/subscriptions",
      })
  void an_ambiguous_path_is_refused(String path) throws IOException {
    RawCall call =
        send("GET " + path + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + key + "\r\n\r\n");

    refusedAlone(call);
    assertThat(call.body()).contains("the path");
  }

  @Test
  void harmless_escapes_in_a_path_are_accepted() {
    assertThat(api.call("GET", "/api/v1/subscription%73", key, null).status()).isEqualTo(200);
    assertThat(api.call("GET", "/api/v1/events/a%3Ab..c", key, null).status()).isEqualTo(404);
  }

  /** Sends a request, followed by another that must not be read. */
  private RawCall send(String request) throws IOException {
    return RawCall.untilClosed(api.port(), request + SECOND);
  }

  private void refusedAlone(RawCall call) {
    assertThat(call.status()).isEqualTo(400);
    assertThat(call.response())
        .containsOnlyOnce("HTTP/1.1 ")
        .containsIgnoringCase("Content-Type: application/problem+json")
        .containsIgnoringCase("Connection: close");
    assertThat(call.body()).contains("Malformed HTTP request");
    assertThat(api.unexpected).isEmpty();
  }
}
