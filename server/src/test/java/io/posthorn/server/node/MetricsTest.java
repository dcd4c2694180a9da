package io.posthorn.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code /metrics} says of a real server after traffic that is known. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
final class MetricsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  @TempDir Path directory = Path.of("");
  private NodeStage stage;
  private HttpServer receiver;
  private final AtomicInteger received = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer("/good", 200);
    answer("/bad", 500);
    receiver.start();
    stage = new NodeStage(directory, Map.of());
  }

  @AfterEach
  void stop() {
    stage.close();
    receiver.stop(0);
  }

  private void answer(String path, int status) {
    receiver.createContext(
        path,
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          received.incrementAndGet();
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
  }

  @Test
  void traffic_is_counted_by_what_became_of_it() {
    subscribe("TASK", "/good");
    subscribe("PROJ", "/bad");
    post("TASK", "e1");
    post("TASK", "e2");
    post("TASK", "e3");
    post("TASK", "e3");
    post("PROJ", "e4");
    post("NOTE", "nobody-wants-it");

    Exposition seen =
        scrapeUntil(
            s ->
                s.get("posthorn_messages_delivered_total") == 3
                    && attempts(s, "first", "5xx") == 1
                    && s.get("posthorn_in_flight_requests") == 0);

    assertThat(seen.get("posthorn_events_accepted_total")).isEqualTo(5);
    assertThat(seen.get("posthorn_events_duplicate_total")).isEqualTo(1);
    assertThat(seen.get("posthorn_messages_accepted_total")).isEqualTo(4);
    assertThat(attempts(seen, "first", "2xx")).isEqualTo(3);
    assertThat(attempts(seen, "retry", "5xx")).isZero();
    assertThat(duration(seen, "count", "2xx")).isEqualTo(3);
    assertThat(duration(seen, "count", "5xx")).isEqualTo(1);
    assertThat(
            seen.value(
                "http_client_request_duration_seconds_bucket",
                "http_request_method=\"POST\",outcome=\"2xx\",le=\"+Inf\""))
        .isEqualTo(3);
    assertThat(duration(seen, "sum", "2xx")).isBetween(0.0, 15.0);
    assertThat(requests(seen, "POST", "/api/v1/events", "2xx")).isEqualTo(6);
    assertThat(requests(seen, "POST", "/api/v1/subscriptions", "2xx")).isEqualTo(2);
    assertThat(seen.value("posthorn_waiting_messages", "lane=\"retry\"")).isEqualTo(1);
    assertThat(seen.value("posthorn_lanes", "lane=\"retry\"")).isEqualTo(1);
    assertThat(seen.value("posthorn_waiting_messages", "lane=\"first\"")).isZero();
    assertThat(seen.value("posthorn_endpoints", "state=\"enabled\"")).isEqualTo(2);
    assertThat(seen.get("posthorn_oldest_due_age_seconds")).isZero();
  }

  @Test
  void retries_and_their_end_are_told_apart_from_first_attempts() {
    stage.close();
    stage =
        new NodeStage(
            directory.resolve("quick"),
            Map.of("POSTHORN_RETRY_UNIT", "50ms", "POSTHORN_RETRY_LIMIT", "6"));
    subscribe("PROJ", "/bad");
    post("PROJ", "e1");

    Exposition seen =
        scrapeUntil(s -> dropped(s, "retries_exhausted") == 1 && attempts(s, "retry", "5xx") > 0);

    assertThat(attempts(seen, "first", "5xx")).isEqualTo(1);
    // A slow machine may miss the first slots; what is recorded is what was received.
    assertThat(attempts(seen, "retry", "5xx")).isEqualTo(received.get() - 1);
    assertThat(dropped(seen, "expired")).isZero();
    assertThat(seen.get("posthorn_messages_delivered_total")).isZero();
  }

  @Test
  void what_waits_while_delivery_is_stopped_is_held_until_nobody_wants_it() {
    String subscription = subscribe("TASK", "/good");
    assertThat(stage.post("/api/v1/delivery/pause", "").statusCode()).isLessThan(300);
    post("TASK", "e1");

    Exposition held = scrapeUntil(s -> s.value("posthorn_waiting_messages", "lane=\"held\"") == 1);

    assertThat(held.value("posthorn_lanes", "lane=\"held\"")).isEqualTo(1);
    assertThat(held.value("posthorn_waiting_messages", "lane=\"first\"")).isZero();

    assertThat(stage.delete("/api/v1/subscriptions/" + subscription).statusCode()).isLessThan(300);

    String reason = "reason=\"subscription_deleted\"";
    Exposition after =
        scrapeUntil(
            s ->
                s.value("posthorn_messages_cancelled_total", reason) == 1
                    && s.value("posthorn_waiting_messages", "lane=\"held\"") == 0);
    assertThat(after.get("posthorn_messages_delivered_total")).isZero();
  }

  @Test
  void a_call_that_a_limit_turned_away_is_counted_by_its_reason() {
    stage.close();
    stage =
        new NodeStage(
            directory.resolve("limited"), Map.of("POSTHORN_LIMITS_EVENTS_PER_SECOND", "1"));
    String event = "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{}}";
    // What a call brings beyond the limit is owed: here for more than a minute.
    String many = "[" + (event + ",").repeat(100) + event + "]";
    assertThat(stage.post("/api/v1/events", many).statusCode()).isEqualTo(202);

    assertThat(stage.post("/api/v1/events", event).statusCode()).isEqualTo(429);

    Exposition seen = scrape();
    assertThat(seen.value("posthorn_intake_refused_total", "reason=\"rate_limited\"")).isOne();
    assertThat(requests(seen, "POST", "/api/v1/events", "4xx")).isOne();
  }

  @Test
  void a_call_for_a_customer_with_too_much_waiting_is_counted_too() {
    stage.close();
    stage =
        new NodeStage(
            directory.resolve("waiting"), Map.of("POSTHORN_LIMITS_WAITING_MESSAGES", "1"));
    subscribe("PROJ", "/bad");
    post("PROJ", "waits");
    String event = "{\"objCode\":\"PROJ\",\"eventType\":\"UPDATE\",\"newState\":{}}";

    assertThat(stage.post("/api/v1/events", event).statusCode()).isEqualTo(429);

    assertThat(scrape().value("posthorn_intake_refused_total", "reason=\"waiting_limit\"")).isOne();
  }

  @Test
  void a_full_volume_is_told_while_messages_are_still_sent() {
    stage.close();
    stage =
        new NodeStage(directory.resolve("full"), Map.of("POSTHORN_DATA_MIN_FREE", "1000000GiB"));

    Exposition seen = scrape();
    assertThat(seen.value("posthorn_up", "service=\"intake\"")).isZero();
    assertThat(seen.value("posthorn_up", "service=\"delivery\"")).isOne();
  }

  @Test
  void the_server_tells_of_its_store_its_inbox_its_connections_and_its_process() {
    subscribe("TASK", "/good");
    post("TASK", "e1");

    Exposition seen = scrapeUntil(s -> s.get("posthorn_messages_delivered_total") == 1);

    for (String positive :
        List.of(
            "posthorn_store_commits_total",
            "posthorn_store_syncs_total",
            "posthorn_store_commit_size_bytes_total",
            "posthorn_store_commit_time_seconds_total",
            "posthorn_store_size_bytes",
            "posthorn_store_size_limit_bytes",
            "posthorn_volume_free_bytes",
            "process_uptime_seconds",
            "process_files_open_files",
            "jvm_threads_live_threads")) {
      assertThat(seen.get(positive)).as(positive).isPositive();
    }
    assertThat(seen.value("posthorn_up", "service=\"intake\"")).isOne();
    assertThat(seen.value("posthorn_up", "service=\"delivery\"")).isOne();
    assertThat(seen.get("posthorn_volume_free_min_bytes")).isEqualTo(1024);
    assertThat(seen.value("posthorn_store_memory_bytes", "part=\"cache\"")).isPositive();
    assertThat(seen.value("posthorn_store_memory_bytes", "part=\"write_buffers\"")).isPositive();
    assertThat(seen.value("posthorn_sender_connections", "state=\"busy\"")).isNotNegative();
    assertThat(seen.value("posthorn_sender_connections", "state=\"idle\"")).isNotNegative();
    assertThat(
            seen.value(
                "posthorn_build_info", "java=\"" + Runtime.version() + "\",version=\"test\""))
        .isEqualTo(1);
    for (String none :
        List.of(
            "posthorn_inbox_events",
            "posthorn_inbox_bytes",
            "posthorn_inbox_parcels",
            "posthorn_in_flight_bytes",
            "posthorn_endpoints_paused",
            "posthorn_retention_early_bytes_total")) {
      assertThat(seen.get(none)).as(none).isZero();
    }
    for (String what : List.of("payload", "record")) {
      assertThat(seen.value("posthorn_retention_early_total", "what=\"" + what + "\"")).isZero();
    }
    for (String reason : List.of("intake_full", "volume_full", "rate_limited", "waiting_limit")) {
      assertThat(seen.value("posthorn_intake_refused_total", "reason=\"" + reason + "\"")).isZero();
    }
    for (String reason : List.of("retries_exhausted", "expired")) {
      assertThat(dropped(seen, reason)).isZero();
    }
  }

  @Test
  void neither_endpoints_nor_what_callers_write_make_new_series() {
    subscribe("TASK", "/good");
    post("TASK", "first");
    get("/nothing/here");
    scrape();
    Set<String> before = scrapeUntil(s -> s.get("posthorn_messages_delivered_total") == 1).own();

    for (int i = 0; i < 20; i++) {
      get("/wild/" + i + "?x=" + i);
      subscribe("TASK", "/good/" + i);
    }
    post("TASK", "second");

    Exposition after = scrapeUntil(s -> s.get("posthorn_messages_delivered_total") == 22);
    assertThat(after.own()).isEqualTo(before);
    assertThat(requests(after, "any", "none", "4xx")).isEqualTo(21);
  }

  /** Makes a subscription; its id. */
  private String subscribe(String objCode, String path) {
    HttpResponse<String> response =
        stage.post(
            "/api/v1/subscriptions",
            "{\"objCode\":\"%s\",\"eventType\":\"UPDATE\",\"url\":\"http://127.0.0.1:%d%s\"}"
                .formatted(objCode, receiver.getAddress().getPort(), path));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    Matcher id = ID.matcher(response.body());
    assertThat(id.find()).as(response.body()).isTrue();
    return id.group(1);
  }

  private void post(String objCode, String id) {
    HttpResponse<String> response =
        stage.post(
            "/api/v1/events",
            "{\"id\":\"%s\",\"objCode\":\"%s\",\"eventType\":\"UPDATE\",\"newState\":{\"ID\":\"1\"}}"
                .formatted(id, objCode));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
  }

  private void get(String path) {
    assertThat(stage.get(stage.node.port(), path).statusCode()).isEqualTo(404);
  }

  private Exposition scrape() {
    HttpResponse<String> response = stage.get(stage.node.port(), "/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    return new Exposition(response.body());
  }

  private Exposition scrapeUntil(Predicate<Exposition> condition) {
    Callable<Exposition> scrape = this::scrape;
    return await().atMost(PATIENCE).until(scrape, condition);
  }

  private static double dropped(Exposition seen, String reason) {
    return seen.value("posthorn_messages_dropped_total", "reason=\"" + reason + "\"");
  }

  private static double attempts(Exposition seen, String kind, String outcome) {
    return seen.value(
        "posthorn_attempts_total", "kind=\"%s\",outcome=\"%s\"".formatted(kind, outcome));
  }

  private static double duration(Exposition seen, String part, String outcome) {
    return seen.value(
        "http_client_request_duration_seconds_" + part,
        "http_request_method=\"POST\",outcome=\"%s\"".formatted(outcome));
  }

  private static double requests(Exposition seen, String method, String route, String status) {
    return seen.value(
        "posthorn_http_requests_total",
        "method=\"%s\",route=\"%s\",status=\"%s\"".formatted(method, route, status));
  }
}
