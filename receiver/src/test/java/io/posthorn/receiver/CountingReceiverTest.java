package io.posthorn.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The receiver for load, with real requests. */
@Timeout(60)
final class CountingReceiverTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private final CountingReceiver receiver;

  CountingReceiverTest() throws IOException {
    receiver = CountingReceiver.start(() -> System.nanoTime() / 1_000);
  }

  @AfterEach
  void stop() throws IOException {
    http.shutdownNow();
    receiver.close();
  }

  @Test
  void it_counts_requests_and_the_bytes_of_their_bodies() throws Exception {
    int port = receiver.open(PlannedResponse.OK);
    for (int i = 0; i < 5; i++) {
      assertThat(post(port, "x".repeat(40_000)).statusCode()).isEqualTo(200);
    }

    await().until(() -> receiver.counts().responses() == 5);
    assertThat(receiver.counts().bytes()).isEqualTo(200_000);
    assertThat(receiver.counts().withoutResponse()).isZero();
    assertThat(receiver.counts().connections()).isPositive();
  }

  @Test
  void it_responds_as_planned_for_each_port() throws Exception {
    int busy =
        receiver.open(
            PlannedResponse.status(503).retryAfter(Duration.ofSeconds(7)).body("not now"));
    int slow = receiver.open(PlannedResponse.OK.after(Duration.ofMillis(120)));

    HttpResponse<String> response = post(busy, "{}");
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).contains("7");
    assertThat(response.body()).isEqualTo("not now");
    long start = System.nanoTime();
    assertThat(post(slow, "{}").statusCode()).isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(119));
  }

  @Test
  void requests_that_hang_are_counted_apart() throws Exception {
    int port = receiver.open(PlannedResponse.HANG);

    assertThatThrownBy(() -> http.send(request(port, "{}"), BodyHandlers.ofString()))
        .isInstanceOf(HttpTimeoutException.class);

    await().until(() -> receiver.counts().withoutResponse() == 1);
    assertThat(receiver.counts().responses()).isZero();
  }

  @Test
  void a_connection_can_be_closed_without_a_response() throws Exception {
    int port = receiver.open(PlannedResponse.CLOSE);

    assertThatThrownBy(() -> post(port, "{}")).isInstanceOf(IOException.class);
  }

  @Test
  void a_number_in_the_body_is_reported() throws Exception {
    List<Long> reported = new CopyOnWriteArrayList<>();
    int port =
        receiver.open(
            PlannedResponse.OK, new CountingReceiver.NumberField("sentAt", reported::add));

    post(port, "{\"id\":1,\"newState\":{\"sentAt\":1763294400123456,\"text\":\"a\"}}");
    post(port, "{\"no\":\"such field, and long enough to be searched for it\"}");

    await().until(() -> receiver.counts().searched() == 2);
    assertThat(reported).containsExactly(1_763_294_400_123_456L);
  }

  private HttpResponse<String> post(int port, String body) throws Exception {
    return http.send(request(port, body), BodyHandlers.ofString());
  }

  private static HttpRequest request(int port, String body) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
        .timeout(Duration.ofSeconds(2))
        .POST(BodyPublishers.ofString(body))
        .build();
  }
}
