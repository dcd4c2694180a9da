package io.posthorn.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.directory.Role;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.server.LiveApi;
import io.posthorn.server.http.limits.ConnectionLimits;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Slow and endless callers are cut off at a deadline, at a bounded cost. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SlowCallersTest {
  private static final int MIB = 1 << 20;
  private static final ConnectionLimits QUICK =
      ConnectionLimits.DEFAULT
          .withTimes(
              Duration.ofSeconds(3),
              Duration.ofSeconds(1),
              Duration.ofSeconds(1),
              Duration.ofMillis(50))
          .withTotalBytes(4 * MIB);

  /** A problem response, or nothing if a reset overtakes it. */
  private static final Pattern TOO_SLOW =
      Pattern.compile("(HTTP/1.1 408 .*problem\\+json.*)?", Pattern.DOTALL);

  private final List<SlowCaller> open = new ArrayList<>();
  private LiveApi api = new LiveApi(EventRateLimit.unlimited(), QUICK).with("default");
  private String key = api.key(Role.MANAGER, "default");

  @AfterEach
  void close() throws IOException {
    for (SlowCaller caller : open) {
      caller.close();
    }
    api.close();
  }

  @Test
  void a_connection_without_a_request_is_closed() throws IOException {
    assertThat(caller().untilTheEnd()).isEmpty();
  }

  @Test
  void an_idle_connection_is_closed() throws IOException {
    SlowCaller caller = caller();
    caller.write("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n");

    assertThat(caller.untilTheEnd()).startsWith("HTTP/1.1 404");
  }

  @Test
  void an_incomplete_head_is_cut_off() throws IOException {
    SlowCaller caller = caller();
    caller.write("GET /api/v1/events HTTP/1.1\r\nHost: a\r\nX-Half");

    assertThat(caller.untilTheEnd()).isEmpty();
  }

  @Test
  void a_head_sent_byte_by_byte_is_cut_off_at_its_deadline() throws IOException {
    SlowCaller caller = caller();
    caller.write("GET /api/v1/events HTTP/1.1\r\nHost: a\r\nX-Endless: ");

    assertThat(caller.drip("a")).matches(TOO_SLOW);
  }

  @Test
  void a_body_sent_byte_by_byte_is_cut_off_at_its_deadline() throws IOException {
    SlowCaller caller = caller();
    caller.write(head("Content-Length: 100000") + "{");

    assertThat(caller.drip(" ")).matches(TOO_SLOW);
  }

  @Test
  void a_missing_body_is_cut_off() throws IOException {
    SlowCaller caller = caller();
    caller.write(head("Content-Length: 1000") + "{");

    assertThat(caller.untilTheEnd()).isEmpty();
  }

  @Test
  void a_missing_body_is_cut_off_even_if_the_call_ignores_it() throws IOException {
    SlowCaller caller = caller();
    caller.write("POST /api/v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{");

    assertThat(caller.untilTheEnd()).startsWith("HTTP/1.1 401");
  }

  @Test
  void the_length_of_a_chunk_line_is_limited() throws IOException {
    SlowCaller caller = caller();
    caller.write(head("Transfer-Encoding: chunked") + "5;");

    assertThatThrownBy(caller::writeMuch).isInstanceOf(SocketException.class);
    assertThat(api.call("GET", "/api/v1/subscriptions", key, null).status()).isEqualTo(200);
  }

  @Test
  void a_caller_without_a_key_may_send_only_a_small_body() throws IOException {
    SlowCaller caller = caller();
    caller.write("POST /api/v1/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;");

    assertThatThrownBy(caller::writeMuch).isInstanceOf(SocketException.class);
  }

  @Test
  void a_body_announced_as_too_large_is_413_at_once_without_being_read() throws IOException {
    SlowCaller caller = caller();
    caller.write(head("Content-Length: " + (16 * MIB + 1)));

    String response = caller.beginning(); // no byte of the body was sent

    assertThat(response).startsWith("HTTP/1.1 413").contains("content_too_large");
    assertThat(response).containsIgnoringCase("Connection: close").contains("16777216");
    assertThat(caller.untilTheEnd()).as("it waits for the body a while, and then ends").isEmpty();
  }

  @Test
  void the_response_to_a_body_that_is_too_large_is_not_lost_to_a_caller_who_sends_it_first()
      throws IOException {
    withDefaultTimes(4 * MIB);
    SlowCaller caller = caller();
    // More than the budget of large bodies: dropped bytes cost none of it.
    caller.write(head("Content-Length: " + 20 * MIB) + " ".repeat(20 * MIB));

    assertThat(caller.untilTheEnd()).startsWith("HTTP/1.1 413").contains("content_too_large");
  }

  @Test
  void a_caller_who_waits_for_100_continue_need_not_send_a_body_that_is_too_large()
      throws IOException {
    SlowCaller caller = caller();
    caller.write(head("Expect: 100-continue\r\nContent-Length: " + 17 * MIB));

    assertThat(caller.untilTheEnd()).startsWith("HTTP/1.1 413").doesNotContain("100 Continue");
  }

  @Test
  void a_refused_body_without_an_end_is_cut_off() throws IOException {
    SlowCaller caller = caller();
    caller.write(head("Content-Length: " + 30 * MIB));

    assertThat(caller.drip(" ")).startsWith("HTTP/1.1 413");
  }

  @Test
  void a_chunked_body_is_413_as_soon_as_it_exceeds_the_limit() throws IOException {
    withDefaultTimes(40 * MIB);
    SlowCaller caller = caller();
    caller.write(
        head("Transfer-Encoding: chunked") + "1000001\r\n" + " ".repeat(16 * MIB + 1) + "\r\n");

    assertThat(caller.beginning()).startsWith("HTTP/1.1 413"); // before the last chunk
  }

  @Test
  void a_response_that_is_not_read_is_abandoned() throws IOException {
    for (int i = 0; i < 30; i++) {
      String path = "https://receiver.example/" + i + "/" + "x".repeat(1_900);
      String body =
          "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"url\":\"%s\"}".formatted(path);
      assertThat(api.call("POST", "/api/v1/subscriptions", key, body).status()).isEqualTo(201);
    }
    SlowCaller caller = caller();
    String request =
        "GET /api/v1/subscriptions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            + key
            + "\r\n\r\n";
    caller.write(request.repeat(2_000)); // about 120 MB of responses: more than any socket buffers

    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> caller.writeFails("x"));
  }

  @Test
  void large_bodies_share_a_budget_and_the_next_is_refused() throws IOException {
    withDefaultTimes(4 * MIB);
    String large = head("Content-Length: " + 3 * MIB);
    SlowCaller first = caller();
    first.write(large + " ".repeat(3 * MIB - 10));
    // Only bytes that were read count, so another caller is refused once the first is read.
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              SlowCaller second = caller();
              String response = second.flood(large, 3 * MIB);
              assertThat(response).contains("HTTP/1.1 503", "Retry-After: 1", "problem+json");
            });
    assertThat(api.call("POST", "/api/v1/events", key, "[]").status()).isLessThan(500);

    first.write("          ");
    assertThat(first.beginning()).startsWith("HTTP/1.1 400");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(caller().flood(large, 3 * MIB)).contains("HTTP/1.1 400"));
  }

  private void withDefaultTimes(int totalBytes) {
    api.close();
    ConnectionLimits limits = ConnectionLimits.DEFAULT.withTotalBytes(totalBytes);
    api = new LiveApi(EventRateLimit.unlimited(), limits).with("default");
    key = api.key(Role.MANAGER, "default");
  }

  private String head(String length) {
    return "POST /api/v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
        + key
        + "\r\n"
        + length
        + "\r\n\r\n";
  }

  private SlowCaller caller() throws IOException {
    SlowCaller caller = new SlowCaller(api.port());
    open.add(caller);
    return caller;
  }
}
