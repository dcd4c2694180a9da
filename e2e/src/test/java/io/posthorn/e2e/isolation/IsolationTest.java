package io.posthorn.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.client.model.FilterRule;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.Latencies;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * One endpoint's backlog, slowness or failure never delays another. No other test may run at the
 * same time.
 */
@Tag("thorough")
@Isolated
final class IsolationTest {
  private static final int HEALTHY = 10;
  private static final int TARPITS = 300;
  private static final int DEAD = 50;

  /** Token servers that never respond, and as many that refuse connections. */
  private static final int BAD_TOKENS = 10;

  private static final int EVENTS = 100;

  /** A million messages: subscriptions of one URL times events. */
  private static final int SUBSCRIPTIONS = 250;

  private static final int FLOOD = 4_000;
  private static final int AT_ONCE = 100;

  /**
   * Generous for a busy machine, and half as long as a tarpit holds a request: a message that
   * waited behind one would be later than this.
   */
  private static final Duration BOUND = Duration.ofSeconds(5);

  @TempDir Path directory = Path.of("");

  @Test
  void tarpits_dead_endpoints_and_token_servers_and_a_million_messages_slow_no_healthy_endpoint() {
    try (HttpReceiver healthy = RecordingReceivers.start();
        HttpReceiver crowded =
            RecordingReceivers.start().behaveAs(PlannedResponse.OK.after(Duration.ofMillis(50)));
        HttpReceiver guarded = RecordingReceivers.start();
        FailingEndpoints bad = new FailingEndpoints(TARPITS, DEAD);
        FailingEndpoints badTokenServers = new FailingEndpoints(BAD_TOKENS, BAD_TOKENS);
        ServerProcess server =
            PosthornJar.server(directory).with("delivery.timeout", "10s").start()) {
      Api api = Api.of(server);
      Platform platform = new Platform(api);
      List<String> endpoints =
          IntStream.range(0, HEALTHY)
              .mapToObj(i -> platform.subscribe(HealthyTraffic.CODE, healthy.url("/" + i)))
              .map(Platform.Subscription::endpointId)
              .toList();
      HealthyTraffic traffic = new HealthyTraffic(api, healthy, HEALTHY);
      traffic.measure(EVENTS); // the server's code is compiled while it runs
      Latencies alone = traffic.measure(EVENTS);

      bad.urls().forEach(url -> platform.subscribe(HealthyTraffic.CODE, url));
      List<String> withoutToken = guard(platform, guarded, badTokenServers.urls());
      String crowd = fill(platform, crowded.url("/"));
      // On Kafka an event is matched shortly after it is accepted.
      Await.until("a million wait", () -> waiting(platform, crowd) == SUBSCRIPTIONS * FLOOD);
      Latencies beside = traffic.measure(EVENTS);
      assertThat(waiting(platform, crowd)).isEqualTo(SUBSCRIPTIONS * FLOOD);
      assertThat(crowded.requests()).isEmpty();
      assertThat(bad.caught()).isGreaterThanOrEqualTo(TARPITS);
      withoutToken.forEach(
          endpoint -> Await.until("no token", () -> hasFailed(platform, endpoint)));

      api.post("/api/v1/endpoints/" + crowd + "/enable").expect(200);
      Latencies draining = traffic.measure(EVENTS);

      System.out.printf(
          """
          isolation: healthy endpoints, from post to arrival
            alone                 %s
            with the neighbours %s
            and while one drains  %s
            the neighbours: 300 tarpits (%,d connections held), 50 dead,
            20 whose token servers are tarpits or dead,
            one with 1,000,000 messages waiting, of which %,d are sent in the end
          """,
          alone, beside, draining, bad.caught(), crowded.requests().size());
      assertThat(crowded.requests()).isNotEmpty();
      assertThat(guarded.requests()).isEmpty();
      assertThat(crowded.counts().withoutResponse()).isLessThanOrEqualTo(32);
      assertThat(beside.percentile(99)).isLessThan(BOUND);
      assertThat(draining.percentile(99)).isLessThan(BOUND);
      eachWasDeliveredAtItsFirstAttempt(api, endpoints, traffic.messages());
      assertThat(healthy.requests()).hasSize(traffic.messages());
    }
  }

  /** Subscribes endpoints that get no access token. */
  private static List<String> guard(
      Platform platform, HttpReceiver receiver, List<String> tokenUrls) {
    List<String> endpoints = new ArrayList<>();
    for (String tokenUrl : tokenUrls) {
      String url = receiver.url("/" + endpoints.size());
      String endpoint = platform.subscribe(HealthyTraffic.CODE, url).endpointId();
      platform
          .client()
          .endpoints()
          .update(
              endpoint,
              EndpointUpdate.builder()
                  .oauth2(tokenUrl, "posthorn", "client-secret-1", null, null)
                  .build());
      endpoints.add(endpoint);
    }
    return endpoints;
  }

  private static boolean hasFailed(Platform platform, String endpoint) {
    return platform.endpoint(endpoint).summary().failures() > 0;
  }

  /** Creates a paused endpoint with a million waiting messages. */
  private static String fill(Platform platform, String url) {
    Api api = platform.api();
    List<CompletableFuture<Platform.Subscription>> made =
        IntStream.range(0, SUBSCRIPTIONS)
            .mapToObj(i -> subscription(url, i))
            .map(
                wanted ->
                    CompletableFuture.supplyAsync(
                        () -> platform.subscribe(wanted), Thread::startVirtualThread))
            .toList();
    String endpoint = made.getFirst().join().endpointId();
    made.forEach(CompletableFuture::join);
    api.post("/api/v1/endpoints/" + endpoint + "/pause").expect(200);
    for (int posted = 0; posted < FLOOD; posted += AT_ONCE) {
      platform.post("FLOOD", AT_ONCE);
    }
    return endpoint;
  }

  private static long waiting(Platform platform, String endpoint) {
    return platform.endpoint(endpoint).summary().waiting().first();
  }

  /** Each filter is distinct and matches every event. */
  private static NewSubscription subscription(String url, int number) {
    return NewSubscription.builder("FLOOD", "*", url)
        .filters(FilterRule.where("name", FilterRule.Comparison.NE, String.valueOf(number)))
        .build();
  }

  private static void eachWasDeliveredAtItsFirstAttempt(
      Api api, List<String> endpoints, int messages) {
    Await.until("all recorded", () -> delivered(api, endpoints) == messages);
  }

  private static int delivered(Api api, List<String> endpoints) {
    int delivered = 0;
    for (String endpoint : endpoints) {
      String path = "/api/v1/messages?limit=1000&status=delivered&endpoint=" + endpoint;
      for (JsonNode message : api.get(path).expect(200).json().at("/data")) {
        assertThat(message.at("/attemptCount").asInt()).isEqualTo(1);
        delivered++;
      }
    }
    return delivered;
  }
}
