package io.posthorn.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The general receiver, with real requests. */
@Timeout(60)
final class HttpReceiverTest {
  private static final PlannedResponse FAILURE = PlannedResponse.status(503);

  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    http.shutdownNow();
  }

  @Test
  void it_responds_200_and_keeps_what_it_received() throws Exception {
    Instant now = Instant.parse("2026-11-16T12:00:00Z");
    try (HttpReceiver receiver =
        HttpReceiver.builder().clock(Clock.fixed(now, ZoneOffset.UTC)).start()) {
      HttpResponse<String> response = post(receiver.url("/a?b=c"), "{}", "msg_1");

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("ok\n");
      ReceivedRequest request = receiver.requests().getFirst();
      assertThat(request.at()).isEqualTo(now);
      assertThat(request.path()).isEqualTo("/a?b=c");
      assertThat(request.id()).isEqualTo("msg_1");
      assertThat(request.header("Webhook-ID")).isEqualTo("msg_1");
      assertThat(request.header("other")).isEmpty();
      assertThat(request.body()).isEqualTo("{}");
    }
  }

  @Test
  void it_fails_with_headers_and_a_body() throws Exception {
    PlannedResponse busy =
        PlannedResponse.status(429).retryAfter(Duration.ofSeconds(30)).body("slow down");
    try (HttpReceiver receiver = HttpReceiver.start().behaveAs(busy)) {
      HttpResponse<String> response = post(receiver.url(), "{}", "");

      assertThat(response.statusCode()).isEqualTo(429);
      assertThat(response.headers().firstValue("Retry-After")).contains("30");
      assertThat(response.body()).isEqualTo("slow down");
    }
  }

  @Test
  void a_status_without_a_body_has_none() throws Exception {
    try (HttpReceiver receiver = HttpReceiver.start().behaveAs(PlannedResponse.status(204))) {
      assertThat(post(receiver.url(), "{}", "").statusCode()).isEqualTo(204);
      assertThat(post(receiver.url(), "{}", "").body()).isEmpty();
    }
  }

  @Test
  void each_path_can_have_its_own_behaviour() throws Exception {
    try (HttpReceiver receiver =
        HttpReceiver.builder()
            .behaviour("/dead", Behaviour.always(500))
            .behaviour("/late", Behaviour.healthyAfter(2, FAILURE, PlannedResponse.OK))
            .start()) {
      assertThat(statuses(receiver.url("/dead"), 2)).containsExactly(500, 500);
      assertThat(statuses(receiver.url("/late"), 4)).containsExactly(503, 503, 200, 200);
      assertThat(statuses(receiver.url("/else"), 1)).containsExactly(200);
    }
  }

  @Test
  void a_delay_passes_before_the_response() throws Exception {
    try (HttpReceiver receiver =
        HttpReceiver.start().behaveAs(PlannedResponse.OK.after(Duration.ofMillis(150)))) {
      long start = System.nanoTime();

      post(receiver.url(), "{}", "");

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(149));
    }
  }

  @Test
  void a_request_can_hang_until_the_receiver_is_closed() throws Exception {
    CompletableFuture<HttpResponse<String>> hanging;
    try (HttpReceiver receiver = HttpReceiver.start().behaveAs(PlannedResponse.HANG)) {
      hanging = http.sendAsync(request(receiver.url(), "{}", "").build(), BodyHandlers.ofString());
      await().until(() -> receiver.counts().withoutResponse() == 1);
      assertThat(hanging).isNotDone();

      HttpRequest impatient =
          request(receiver.url(), "{}", "").timeout(Duration.ofMillis(100)).build();
      assertThatThrownBy(() -> http.send(impatient, BodyHandlers.ofString()))
          .isInstanceOf(HttpTimeoutException.class);
    }
    assertThatThrownBy(hanging::join).hasCauseInstanceOf(IOException.class);
  }

  @Test
  void a_connection_can_be_closed_without_a_response() throws Exception {
    try (HttpReceiver receiver = HttpReceiver.start().behaveAs(PlannedResponse.CLOSE)) {
      assertThatThrownBy(() -> post(receiver.url(), "{}", "")).isInstanceOf(IOException.class);
      await().until(() -> receiver.counts().withoutResponse() == 0);
      assertThat(receiver.counts().failed()).isPositive();
    }
  }

  @Test
  void it_counts_repeated_messages() throws Exception {
    try (HttpReceiver receiver =
        HttpReceiver.builder()
            .behaviour(Behaviour.healthyAfter(1, FAILURE, PlannedResponse.OK))
            .start()) {
      post(receiver.url(), "{}", "msg_1");
      post(receiver.url(), "{}", "msg_2");
      post(receiver.url(), "{}", "msg_1");
      post(receiver.url(), "{}", "");
      post(receiver.url(), "{}", "");

      await().until(() -> receiver.counts().withoutResponse() == 0);
      assertThat(receiver.counts()).isEqualTo(new HttpReceiver.Counts(5, 1, 4, 1));
      assertThat(receiver.counts().messages()).isEqualTo(4);
      assertThat(receiver.requestsOf("msg_1"))
          .extracting(ReceivedRequest::occurrence)
          .containsExactly(1L, 2L);
    }
  }

  @Test
  void it_keeps_the_latest_requests_only() throws Exception {
    try (HttpReceiver receiver = HttpReceiver.builder().keep(2).start();
        HttpReceiver forgetful = HttpReceiver.builder().keep(0).start()) {
      for (String body : List.of("1", "2", "3")) {
        post(receiver.url(), body, "");
        post(forgetful.url(), body, "");
      }

      assertThat(receiver.requests()).extracting(ReceivedRequest::body).containsExactly("2", "3");
      assertThat(forgetful.requests()).isEmpty();
      assertThat(forgetful.counts().requests()).isEqualTo(3);
    }
  }

  @Test
  void a_listener_is_called_before_the_response_is_sent() throws Exception {
    List<String> calls = new CopyOnWriteArrayList<>();
    try (HttpReceiver receiver =
        HttpReceiver.builder()
            .behaviour(Behaviour.always(500))
            .listener((request, response) -> calls.add(request.id() + " " + response.status()))
            .start()) {
      post(receiver.url(), "{}", "msg_1");

      assertThat(calls).containsExactly("msg_1 500");
    }
  }

  @Test
  void only_posts_are_messages() throws Exception {
    try (HttpReceiver receiver = HttpReceiver.start()) {
      HttpRequest get = HttpRequest.newBuilder(URI.create(receiver.url())).build();

      assertThat(http.send(get, BodyHandlers.discarding()).statusCode()).isEqualTo(405);
      assertThat(receiver.counts().requests()).isZero();
      assertThat(receiver.requests()).isEmpty();
    }
  }

  @Test
  void a_receiver_that_is_down_refuses_and_comes_back_at_its_port() throws Exception {
    HttpReceiver first = HttpReceiver.start();
    int port = first.port();
    first.close();
    try (RefusingPort down = new RefusingPort(port)) {
      assertThat(down.port()).isEqualTo(port);
      assertThatThrownBy(() -> post(down.url(), "{}", "")).isInstanceOf(ConnectException.class);
    }
    try (HttpReceiver again = HttpReceiver.builder().port(port).start()) {
      assertThat(post(again.url(), "{}", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void wrong_settings_are_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> PlannedResponse.status(199));
    assertThatIllegalArgumentException().isThrownBy(() -> HttpReceiver.builder().keep(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PlannedResponse.OK.after(Duration.ofMillis(-1)));
  }

  private List<Integer> statuses(String url, int count) throws Exception {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      statuses.add(post(url, "{}", "").statusCode());
    }
    return statuses;
  }

  private HttpResponse<String> post(String url, String body, String id) throws Exception {
    return http.send(request(url, body, id).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(String url, String body, String id) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(body));
    return id.isEmpty() ? request : request.header("webhook-id", id);
  }
}
