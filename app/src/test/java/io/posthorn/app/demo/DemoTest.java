package io.posthorn.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EndpointStatus;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.request.EndpointFilter;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as its user meets it: traffic, endpoints in all states, a login link and switches. */
@Tag("thorough")
final class DemoTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path directory = Path.of("");

  private DemoInstallation demo;
  private PosthornClient client;

  @BeforeEach
  void start() throws Exception {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    demo = DemoInstallation.start(directory.resolve("data"), 0, DemoPace.TESTING, "test", nowhere);
    client =
        PosthornClient.builder().url(demo.address()).apiKey(demo.key()).customer("default").build();
  }

  @AfterEach
  void stop() {
    client.close();
    demo.close();
    http.shutdownNow();
  }

  @Test
  void it_soon_has_an_endpoint_in_every_state_and_traffic_of_two_customers() {
    awaitEndpoint(DemoReceivers.TICKETS, one -> one.status() == EndpointStatus.FROZEN);
    awaitEndpoint(DemoReceivers.BILLING, one -> one.status() == EndpointStatus.DISABLED);
    awaitEndpoint(DemoReceivers.BILLING, one -> one.status() == EndpointStatus.ENABLED);
    awaitEndpoint(DemoReceivers.CRM, one -> one.successes() > 0);

    assertThat(endpoint(DemoReceivers.ARCHIVE).paused()).isTrue();
    PosthornClient acme = client.forCustomer("acme");
    await()
        .atMost(SOON)
        .until(
            () ->
                acme.endpoints().list(EndpointFilter.all()).stream()
                    .anyMatch(one -> one.successes() > 0));
  }

  @Test
  void a_switched_receiver_is_seen_at_its_endpoint() throws Exception {
    awaitEndpoint(DemoReceivers.CRM, one -> one.successes() > 0 && one.failures() == 0);

    assertThat(switchTo("crm/down")).isEqualTo(303);
    awaitEndpoint(DemoReceivers.CRM, one -> one.consecutiveFailures() > 0);
    switchTo("crm/usual");

    awaitEndpoint(DemoReceivers.CRM, one -> one.consecutiveFailures() == 0);
  }

  @Test
  void its_login_link_opens_the_console_once_without_a_key() throws Exception {
    URI link = URI.create(demo.loginLink());

    HttpResponse<String> first =
        http.send(HttpRequest.newBuilder(link).build(), BodyHandlers.ofString());
    HttpResponse<String> second =
        http.send(HttpRequest.newBuilder(link).build(), BodyHandlers.ofString());

    assertThat(first.headers().firstValue("Set-Cookie")).isPresent();
    assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(second.headers().firstValue("Location")).hasValueSatisfying(DemoTest::saysRefused);
  }

  private static void saysRefused(String location) {
    assertThat(location).contains("loginLink=refused");
  }

  private void awaitEndpoint(String receiver, Predicate<EndpointSummary> expected) {
    await().atMost(SOON).until(() -> expected.test(endpoint(receiver)));
  }

  private EndpointSummary endpoint(String receiver) {
    EndpointFilter filter = EndpointFilter.builder().search("/" + receiver).build();
    return client.endpoints().list(filter).stream().findFirst().orElseThrow();
  }

  private int switchTo(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(demo.switches() + path))
            .POST(BodyPublishers.noBody())
            .build();
    return http.send(request, BodyHandlers.discarding()).statusCode();
  }
}
