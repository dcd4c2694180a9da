package io.posthorn.e2e.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.ResultPage;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.EndpointStatus;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.request.BulkSelection;
import io.posthorn.client.request.EndpointFilter;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.ConsoleSession;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.e2e.environment.TestedKafka;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes of one installation, with TLS between them, on a broker that requires TLS and a
 * password and grants only the rights that the manual lists. Each node responds for both, and a
 * killed node loses nothing.
 */
@Tag("thorough")
@EnabledIfSystemProperty(named = "posthorn.engine", matches = "kafka")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // the last one kills a node
final class TwoNodesTest {
  private static final Path DOCS = Path.of("../docs");
  private static final int RECEIVERS = 6;
  private static final int EVENTS = 10;

  /** The consecutive failures that disable an endpoint. */
  private static final int TOO_MANY = 10;

  @SuppressWarnings("NullAway.Init")
  private TwoNodes nodes;

  @SuppressWarnings("NullAway.Init")
  private ServerProcess one;

  @SuppressWarnings("NullAway.Init")
  private ServerProcess two;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    nodes =
        TwoNodes.start(directory, Map.of("circuit.disable.consecutive", String.valueOf(TOO_MANY)));
    one = nodes.one();
    two = nodes.two();
  }

  @AfterAll
  void end() {
    nodes.close();
  }

  @Test
  @Order(1)
  void any_node_responds_for_all() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform first = new Platform(Api.of(one));
      for (int i = 0; i < RECEIVERS; i++) {
        first.subscribe("TWO", receiver.url("/" + i));
      }
      List<String> events = new ArrayList<>();
      for (int i = 0; i < EVENTS; i++) {
        events.add(new Platform(i % 2 == 0 ? Api.of(one) : Api.of(two)).post("TWO"));
      }
      for (String event : events) {
        awaitDelivered(Api.of(one), event);
        awaitDelivered(Api.of(two), event);
      }
      assertThat(nodes.ids("/api/v1/endpoints")).hasSize(RECEIVERS);
      List<String> messages = nodes.ids("/api/v1/messages?limit=1000");
      assertThat(messages).hasSize(RECEIVERS * EVENTS);
      messages.forEach(message -> nodes.same("/api/v1/messages/" + message));
      nodes
          .ids("/api/v1/endpoints")
          .forEach(endpoint -> nodes.same("/api/v1/endpoints/" + endpoint));
      assertThat(nodes.ids("/api/v1/events")).hasSize(EVENTS);
      assertThat(TwoNodes.shards(Api.of(one)) + TwoNodes.shards(Api.of(two)))
          .isEqualTo(TwoNodes.PARTITIONS);
    }
  }

  @Test
  @Order(2)
  void a_change_on_one_node_is_visible_on_the_other() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription made = new Platform(Api.of(one)).subscribe("CHANGED", receiver.url());
      String path = "/api/v1/subscriptions/" + made.id();
      Await.until("known to both", () -> Api.of(two).get(path).status() == 200);

      // The state of a shard is read from that shard, so every node returns it at once.
      String endpoint = "/api/v1/endpoints/" + made.endpointId();
      Api.of(two).post(endpoint + "/pause").expect(200);
      assertThat(Api.of(one).get(endpoint).expect(200).at("/paused")).isEqualTo("true");
      Api.of(two).patch(endpoint, "{\"maxPerSecond\": 7}").expect(200);
      assertThat(Api.of(one).get(endpoint).expect(200).at("/maxPerSecond")).isEqualTo("7");

      // State that every node holds reaches the other nodes shortly after.
      Api.of(two).patch(path, "{\"objCode\": \"CHANGED_AGAIN\"}").expect(200);
      assertThat(Api.of(two).get(path).at("/objCode")).isEqualTo("CHANGED_AGAIN");
      Await.until(
          "the new code", () -> Api.of(one).get(path).at("/objCode").equals("CHANGED_AGAIN"));
      Api.of(two).delete(path).expect(204);
      Api.of(two).get(path).expect(404);
      Await.until("gone", () -> Api.of(one).get(path).status() == 404);
    }
  }

  @Test
  @Order(3)
  void a_console_session_is_valid_on_both_and_ends_on_both() {
    TestResponse made =
        Api.of(one)
            .post(
                "/api/v1/keys",
                """
                {"name": "of a user", "role": "viewer", "customerId": "default"}\
                """)
            .expect(201);
    ConsoleSession first = ConsoleSession.logIn(Api.of(one), made.at("/key"));
    ConsoleSession second = ConsoleSession.logIn(Api.of(two), made.at("/key"));
    Await.until("at both", () -> holdsAtBoth(first) && holdsAtBoth(second));

    first.logOut(Api.of(two));
    assertThat(first.endedAt(Api.of(two))).isTrue();
    Await.until("logged out at both", () -> first.endedAt(Api.of(one)));
    assertThat(holdsAtBoth(second)).isTrue();

    Api.of(one).delete("/api/v1/keys/" + made.at("/id")).expect(204);
    assertThat(second.endedAt(Api.of(one))).isTrue();
    Await.until("ended with its key", () -> second.endedAt(Api.of(two)));
  }

  private boolean holdsAtBoth(ConsoleSession session) {
    return session.holdsAt(Api.of(one)) && session.holdsAt(Api.of(two));
  }

  @Test
  @Order(4)
  void dashboard_alerts_and_manual_name_exactly_the_metrics_of_a_node() throws IOException {
    Set<String> shown = onKafka(Api.of(one).get("/metrics").expect(200).text());

    assertThat(shown).hasSizeGreaterThan(8);
    assertThat(onKafka(Files.readString(DOCS.resolve("grafana.json")))).isEqualTo(shown);
    assertThat(onKafka(Files.readString(DOCS.resolve("OPERATIONS.md")))).isEqualTo(shown);
    assertThat(onKafka(Files.readString(DOCS.resolve("alerts.yaml")))).isSubsetOf(shown);
  }

  /** The metrics in a text that only Kafka nodes have. */
  private static Set<String> onKafka(String text) {
    return Pattern.compile("posthorn_(?:kafka_|shards)\\w*")
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  @Order(5)
  void a_wrong_broker_password_prevents_the_start_with_one_line() throws IOException {
    ServerProcess misconfigured =
        nodes.node("misconfigured").with(TestedKafka.secured().settingsWithAWrongPassword());

    hasOneLineError(misconfigured.startExpectingFailure(), "Authentication failed");
  }

  @Test
  @Order(6)
  void a_wrong_encryption_key_prevents_the_start_with_one_line() throws IOException {
    ServerProcess misconfigured =
        nodes
            .node("other-key")
            .with("security.encryption-key", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");

    hasOneLineError(
        misconfigured.startExpectingFailure(),
        "This is not the encryption key of this installation");
  }

  private static void hasOneLineError(ChildProcess ended, String words) {
    assertThat(ended.awaitExit()).isNotZero();
    assertThat(ended.err().all()).singleElement().asString().contains(words);
    // A cluster of one broker is reported as warnings, in the log.
    assertThat(ended.out().all())
        .allMatch(line -> line.matches(".* event=(library_log|warning) .*"));
  }

  @Test
  @Order(7)
  void a_node_that_is_killed_under_load_loses_nothing_and_circuits_stay_exact() throws Exception {
    int events = 300;
    int bad = 4;
    try (HttpReceiver receiver = RecordingReceivers.start();
        HttpReceiver broken = RecordingReceivers.start().behaveAs(PlannedResponse.status(500));
        RetryingPosters posters = new RetryingPosters(List.of(Api.of(one), Api.of(two)))) {
      Platform platform = new Platform(Api.of(one));
      for (int i = 0; i < RECEIVERS; i++) {
        platform.subscribe("LOAD", receiver.url("/load/" + i));
      }
      List<Platform.Subscription> failing = new ArrayList<>();
      for (int i = 0; i < bad; i++) {
        failing.add(failing(platform, broken.url("/bad/" + i)));
      }

      platform.post("BAD", TOO_MANY / 2);
      List<Future<?>> posts = posters.post("LOAD", events);
      Await.until("load", () -> posters.accepted().size() > events / 3);
      two.kill();
      for (Future<?> post : posts) {
        post.get();
      }
      platform.post("BAD", TOO_MANY);

      Await.until("all delivered", () -> successes("/load/") == (long) events * RECEIVERS);
      allAccountedFor(posters.accepted(), receiver);
      for (Platform.Subscription subscription : failing) {
        disabledByExactly(TOO_MANY, platform, subscription);
      }
      assertThat(TwoNodes.shards(Api.of(one))).isEqualTo(TwoNodes.PARTITIONS);
    }
  }

  /**
   * An endpoint with an in-flight limit of 1, so that no request is in flight at the last failure.
   */
  private static Platform.Subscription failing(Platform platform, String url) {
    Platform.Subscription made = platform.subscribe("BAD", url);
    platform
        .client()
        .endpoints()
        .update(made.endpointId(), EndpointUpdate.builder().maxInFlight(1).build());
    return made;
  }

  /** The recorded successes, which exclude requests repeated because a node died. */
  private long successes(String path) {
    return Api.of(one).client().endpoints().list(EndpointFilter.all()).stream()
        .filter(endpoint -> endpoint.url().contains(path))
        .mapToLong(EndpointSummary::successes)
        .sum();
  }

  /** Checks that each event became one message per endpoint, delivered and received. */
  private void allAccountedFor(Set<String> accepted, HttpReceiver receiver) {
    Set<String> received =
        receiver.requests().stream().map(ReceivedRequest::id).collect(Collectors.toSet());
    TreeMap<String, Integer> messages = new TreeMap<>();
    Set<String> known = new TreeSet<>();
    for (MessageSummary message : listed()) {
      if ("LOAD".equals(message.objCode())) {
        assertThat(message.status()).as("%s", message).isEqualTo(DeliveryStatus.DELIVERED);
        known.add(message.id());
        messages.merge(message.eventId() + " " + message.endpointId(), 1, Integer::sum);
      }
    }
    assertThat(messages).hasSize(accepted.size() * RECEIVERS);
    assertThat(messages.values()).containsOnly(1);
    assertThat(messages.keySet().stream().map(key -> key.substring(0, key.indexOf(' '))).distinct())
        .containsExactlyInAnyOrderElementsOf(accepted);
    Set<String> notReceived = new TreeSet<>(known);
    notReceived.removeAll(received);
    assertThat(notReceived).as("delivered but never received").isEmpty();
    received.removeAll(known);
    assertThat(received).as("received under ids that no message has").isEmpty();
  }

  /** All messages, read from the remaining node. */
  private List<MessageSummary> listed() {
    List<MessageSummary> all = new ArrayList<>();
    for (ResultPage<MessageSummary> page :
        Api.of(one).client().messages().list(MessageFilter.all()).pageSize(1_000).pages()) {
      assertThat(page.incomplete()).isEmpty();
      all.addAll(page.data());
    }
    return all;
  }

  private static void disabledByExactly(
      int failures, Platform platform, Platform.Subscription subscription) {
    EndpointSummary endpoint =
        platform.awaitEndpoint(subscription.endpointId(), EndpointStatus.DISABLED).summary();
    assertThat(endpoint.failures()).isEqualTo(failures);
    assertThat(endpoint.consecutiveFailures()).isEqualTo(failures);
    assertThat(endpoint.successes()).isZero();
    // Cancelled by a user: every accepted message has ended.
    platform
        .client()
        .messages()
        .cancelAll(BulkSelection.of(Platform.anyTime().subscription(subscription.id()).build()));
    MessageFilter cancelled =
        MessageFilter.builder()
            .endpoint(subscription.endpointId())
            .status(DeliveryStatus.CANCELLED)
            .build();
    Await.until(
        "all cancelled",
        () ->
            platform.client().messages().list(cancelled).stream().count()
                == TOO_MANY / 2 + TOO_MANY);
  }

  private static void awaitDelivered(Api api, String event) {
    Await.until(
        event + " delivered",
        () -> {
          TestResponse response = api.get("/api/v1/events/" + event);
          return response.status() == 200
              && response.json().findValuesAsText("status").stream()
                      .filter("delivered"::equals)
                      .count()
                  == RECEIVERS;
        });
  }
}
