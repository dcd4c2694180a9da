package io.posthorn.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page that switches the receivers of the demo. */
final class SwitchPageTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private DemoReceivers receivers;

  @BeforeEach
  void start() throws IOException {
    receivers = DemoReceivers.start(Duration.ofMinutes(1));
  }

  @AfterEach
  void stop() {
    receivers.close();
    http.shutdownNow();
  }

  @Test
  void a_receiver_is_switched_and_back_and_the_others_stay() throws Exception {
    assertThat(statusOf(DemoReceivers.CRM)).isEqualTo(200);

    assertThat(switchTo("crm/down").statusCode()).isEqualTo(303);
    assertThat(statusOf(DemoReceivers.CRM)).isEqualTo(503);
    assertThat(statusOf(DemoReceivers.REPORTS)).isEqualTo(202);
    assertThat(page()).contains("action=\"/crm/down\"><button aria-pressed=\"true\">down<");

    switchTo("crm/usual");
    switchTo("old-tickets/healthy");
    assertThat(statusOf(DemoReceivers.CRM)).isEqualTo(200);
    assertThat(statusOf(DemoReceivers.TICKETS)).isEqualTo(200);
  }

  @Test
  void a_slow_receiver_succeeds_after_seconds() throws Exception {
    switchTo("crm/slow");
    long start = System.nanoTime();

    assertThat(statusOf(DemoReceivers.CRM)).isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
  }

  @Test
  void the_page_shows_each_receiver_with_its_requests() throws Exception {
    statusOf(DemoReceivers.CRM);
    statusOf(DemoReceivers.CRM);

    assertThat(page())
        .contains("<th>/crm</th><td>healthy</td>", "<td class=\"n\">2</td>")
        .contains("/weekly-report", "/warehouse", "/billing", "/old-tickets", "/team-mail");
  }

  @Test
  void other_sites_and_unknown_receivers_change_nothing() throws Exception {
    assertThat(switchTo("crm/down", "Origin", "https://evil.example").statusCode()).isEqualTo(403);
    assertThat(switchTo("crm/gone").statusCode()).isEqualTo(404);
    assertThat(switchTo("unknown/down").statusCode()).isEqualTo(404);

    assertThat(statusOf(DemoReceivers.CRM)).isEqualTo(200);
    assertThat(switchTo("crm/down", "Origin", receivers.switches().replaceAll("/$", "")))
        .extracting(HttpResponse::statusCode)
        .isEqualTo(303);
  }

  private int statusOf(String receiver) throws Exception {
    return post(receivers.url(receiver)).statusCode();
  }

  private HttpResponse<String> switchTo(String path, String... headers) throws Exception {
    return post(receivers.switches() + path, headers);
  }

  private HttpResponse<String> post(String url, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString("{}"));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private String page() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(receivers.switches())).build();
    return http.send(request, BodyHandlers.ofString()).body();
  }
}
