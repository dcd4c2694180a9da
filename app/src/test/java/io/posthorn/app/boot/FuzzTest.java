package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.app.boot.FuzzConnection.Reply;
import io.posthorn.app.boot.FuzzedRequests.Request;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.server.ApiContract;
import io.posthorn.server.ApiContract.Operation;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.JsonResponse;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fuzz test: tens of thousands of malformed requests to every operation of the OpenAPI document.
 */
@Tag("thorough")
final class FuzzTest {
  private static final int CALLERS = 4;

  /** Commands take longer on Kafka, so fewer run there; only the engine differs. */
  private static final int EACH =
      switch (EngineUnderTest.chosen()) {
        case EMBEDDED -> 5_000;
        case KAFKA -> 150;
      };

  private static final int TO_WARM_UP = EACH / 10;
  private static final long LEAK = 64L << 20;

  /** Statuses that the server may return before it has routed a request. */
  private static final Set<String> OF_HTTP =
      Set.of("400", "404", "405", "413", "414", "415", "431", "501", "505");

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
  private static final Pattern TRACE =
      Pattern.compile("\tat |(java|io|com|org)\\.[a-z]+\\.[\\w.]*|[A-Z]\\w+Exception");

  @TempDir Path directory = Path.of("");

  /** All failures, reported together at the end. */
  private final List<String> faults = new CopyOnWriteArrayList<>();

  private final NavigableMap<Operation, NavigableSet<String>> operations =
      ApiContract.DOCUMENTED.operations();

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void no_request_breaks_or_hangs_the_server_or_reveals_internals()
      throws IOException, InterruptedException, ExecutionException {
    Resolver unreachable =
        host -> {
          throw new UnknownHostException(host);
        };
    try (HttpReceiver receiver = HttpReceiver.builder().keep(Integer.MAX_VALUE).start();
        LiveServer node = LiveServer.local(directory.resolve("data"), unreachable)) {
      List<String> ids = prepare(node, receiver);
      Map<String, String> bodies = bodies(receiver);
      attack(node, bodies, ids, 0, TO_WARM_UP);
      long before = heap();

      attack(node, bodies, ids, 1_000, EACH);

      assertThat(faults).isEmpty();
      assertThat(node.log()).doesNotContain("event=error");
      assertThat(heap() - before).isLessThan(LEAK);
      stillDelivers(node, receiver);
    }
  }

  private void attack(
      LiveServer node, Map<String, String> bodies, List<String> ids, long seed, int count)
      throws InterruptedException, ExecutionException {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        FuzzedRequests requests =
            new FuzzedRequests(seed + i, List.copyOf(operations.keySet()), bodies, ids);
        running.add(callers.submit(() -> attack(node.port(), requests, count)));
      }
      int responded = 0;
      for (Future<Integer> caller : running) {
        responded += caller.get();
      }
      // If every request were refused early, the test would not reach the engine.
      assertThat(responded)
          .as("events with a response, with %s", faults)
          .isGreaterThan(CALLERS * count / 20);
    }
  }

  /** The number of requests that succeeded. */
  private int attack(int port, FuzzedRequests requests, int count) throws IOException {
    int successes = 0;
    try (FuzzConnection connection = new FuzzConnection(port)) {
      for (int i = 0; i < count; i++) {
        Request request = requests.next();
        String what = new String(request.bytes(), StandardCharsets.ISO_8859_1);
        String shown = what.substring(0, Math.min(what.length(), 1_500));
        try {
          successes += attack(connection, request, shown);
        } catch (AssertionError e) {
          faults.add(String.valueOf(e.getMessage()));
          if (faults.size() > 10) {
            return successes;
          }
        }
      }
    }
    return successes;
  }

  private int attack(FuzzConnection connection, Request request, String shown) throws IOException {
    if (request.nonsense()) {
      String response = connection.sendRaw(request.bytes());
      assertThat(STATUS.matcher(response).results().map(m -> m.group(1)).toList())
          .as(shown)
          .noneMatch("500"::equals);
      assertThat(TRACE.matcher(response).results().map(MatchResult::group)).as(shown).isEmpty();
      return 0;
    }
    Reply reply = connection.call(request.bytes(), false);
    check(request.operation(), reply, shown);
    return reply.status() / 100 == 2 ? 1 : 0;
  }

  private void check(Operation operation, Reply reply, String request) {
    NavigableSet<String> declared = Objects.requireNonNull(operations.get(operation));
    String status = String.valueOf(reply.status());
    assertThat(OF_HTTP.contains(status) || declared.contains(status))
        .as("%s with %s: %s", status, request, reply)
        .isTrue();
    if (reply.status() >= 400) {
      assertThat(reply.head()).as(request).containsIgnoringCase("application/problem+json");
      assertThat(reply.body()).as(request).startsWith("{").endsWith("}");
    }
    assertThat(TRACE.matcher(reply.body()).find() && reply.status() >= 400)
        .as("%s: %s", request, reply)
        .isFalse();
  }

  private static List<String> prepare(LiveServer node, HttpReceiver receiver) {
    String url = receiver.url("/hook");
    JsonResponse made = node.call("POST", "/api/v1/subscriptions", subscription(url));
    assertThat(made.status()).isEqualTo(201);
    assertThat(node.call("POST", "/api/v1/events", event("known")).status()).isEqualTo(202);
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> node.call("GET", "/api/v1/messages?status=delivered", null).size("/data") == 1);
    String range = "{\"from\":\"2025-01-01T00:00:00Z\",\"to\":\"2099-01-01T00:00:00Z\",";
    return List.of(
        made.at("/id"),
        made.at("/endpointId"),
        "known",
        "default",
        node.call("GET", "/api/v1/messages", null).at("/data/0/id"),
        node.call("POST", "/api/v1/replays", range + "\"preview\":true}").at("/id"),
        node.call("POST", "/api/v1/cancellations", range + "\"preview\":true}").at("/id"),
        node.call("POST", "/api/v1/retries", range + "\"preview\":true}").at("/id"),
        node.call("POST", "/api/v1/keys", key()).at("/id"));
  }

  private static Map<String, String> bodies(HttpReceiver receiver) {
    String url = receiver.url("/hook");
    String workfront = "/attask/eventsubscription/api/v1/subscriptions";
    String range = "{\"from\":\"2025-01-01T00:00:00Z\",\"to\":\"2026-01-01T00:00:00Z\"}";
    String filtered =
        subscription(url)
            .replace(
                "}",
                ",\"objId\":\"1\",\"authToken\":\"abc\",\"filterConnector\":\"OR\",\"filters\":[{"
                    + "\"fieldName\":\"a.b\",\"fieldValue\":{\"c\":[1]},\"comparison\":\"eq\"},"
                    + "{\"type\":\"group\",\"connector\":\"AND\",\"filters\":[{\"fieldName\":\"x\","
                    + "\"fieldValue\":1,\"comparison\":\"gt\"},{\"fieldName\":\"y\","
                    + "\"comparison\":\"exists\"}]}]}");
    return Map.ofEntries(
        Map.entry("POST /api/v1/events", "[" + event("e") + "," + event("f") + "]"),
        Map.entry("POST /api/v1/subscriptions", filtered),
        Map.entry("PATCH /api/v1/subscriptions/{id}", filtered),
        Map.entry("POST /api/v1/subscriptions/{id}/test", "{}"),
        Map.entry("POST /api/v1/endpoints/enable", "{\"status\":\"frozen\"}"),
        Map.entry(
            "PATCH /api/v1/endpoints/{id}",
            "{\"maxPerSecond\":500,\"maxInFlight\":8,\"timeout\":\"5s\",\"headers\":{\"X-A\":\"b\"},"
                + "\"retry\":{\"schedule\":[\"5s\",\"1m\"]},\"finalStatuses\":[400],"
                + "\"countFinal\":false,\"auth\":{\"signatures\":[\"v1\",\"v1a\"],"
                + "\"clientCertificate\":{\"certificate\":\"a\",\"key\":\"b\"},"
                + "\"oauth2\":{\"tokenUrl\":\"http://127.0.0.1:1/token\",\"clientId\":\"c\","
                + "\"clientSecret\":\"s\",\"scope\":\"a\",\"audience\":null}}}"),
        Map.entry(
            "PUT /api/v1/endpoints/{id}/secret",
            "{\"secret\":\"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\"}"),
        Map.entry("POST /api/v1/endpoints/{id}/secret/rotate", "{\"overlap\":\"24h\"}"),
        Map.entry("POST /api/v1/replays", range),
        Map.entry("POST /api/v1/cancellations", range),
        Map.entry("POST /api/v1/retries", range),
        Map.entry("POST /api/v1/keys", key()),
        Map.entry("POST " + workfront, filtered),
        Map.entry(
            "PUT " + workfront + "/version", "{\"version\":\"v1\",\"subscriptionIds\":[\"a\"]}"),
        Map.entry("PUT " + workfront + "/{id}/version", "{\"version\":\"v1\"}"));
  }

  private static void stillDelivers(LiveServer node, HttpReceiver receiver) {
    assertThat(node.call("GET", "/health/ready", null).status()).isEqualTo(200);
    assertThat(node.call("POST", "/api/v1/delivery/resume", null).status()).isEqualTo(200);
    assertThat(node.call("POST", "/api/v1/customers/default/delivery/resume", null).status())
        .isEqualTo(200);
    String url = receiver.url("/hook?afterwards");
    String body = subscription(url).replace("TASK", "AFTERWARDS");
    assertThat(node.call("POST", "/api/v1/subscriptions", body).status()).isEqualTo(201);
    String event =
        event("afterwards").replace("TASK", "AFTERWARDS").replace("\"u\"", "\"all-is-well\"");
    assertThat(node.call("POST", "/api/v1/events", event).status()).isEqualTo(202);
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> receiver.requests().stream().anyMatch(r -> r.body().contains("all-is-well")));
  }

  private static String subscription(String url) {
    return "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"url\":\"%s\"}".formatted(url);
  }

  private static String event(String id) {
    return """
    {"id":"%s","customerId":"default","objCode":"TASK","eventType":"UPDATE","objId":"1","userId":"u",\
    "eventTime":"2026-01-01T00:00:00Z","newState":{"a":{"b":[1,2.5]},"x":3},"oldState":{"y":null}}\
    """
        .formatted(id);
  }

  private static String key() {
    return "{\"name\":\"a key\",\"role\":\"viewer\",\"customerId\":\"default\",\"expiresAt\":"
        + "\"2099-01-01T00:00:00Z\"}";
  }

  /** The bytes of heap in use after a garbage collection. */
  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
