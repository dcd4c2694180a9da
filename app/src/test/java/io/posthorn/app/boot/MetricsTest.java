package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.JsonResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The metrics in {@code /metrics} of a real server after known traffic. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
final class MetricsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path directory = Path.of("");
  private LiveServer node;
  private HttpReceiver good;
  private HttpReceiver bad;

  @BeforeEach
  void start() throws IOException {
    good = HttpReceiver.start();
    bad = HttpReceiver.start().behaveAs(PlannedResponse.status(500));
  }

  private void run(Map<String, String> settings) {
    node = LiveServer.dev(directory.resolve("data"), settings);
  }

  @AfterEach
  void stop() {
    node.close();
    good.close();
    bad.close();
  }

  @Test
  void traffic_is_counted_by_outcome() {
    run(Map.of());
    subscribe("TASK", good.url("/hook"));
    subscribe("PROJ", bad.url("/hook"));
    post("TASK", "e1");
    post("TASK", "e2");
    post("TASK", "e3");
    post("TASK", "e3");
    post("PROJ", "e4");
    post("NOTE", "unmatched");

    Exposition seen =
        scrapeUntil(
            s ->
                s.get("posthorn_messages_delivered_total") == 3
                    && s.attempts("first", "5xx") == 1
                    && s.get("posthorn_in_flight_requests") == 0
                    // On Kafka an event is matched shortly after its 202.
                    && s.get("posthorn_events_accepted_total") == 5
                    && s.get("posthorn_events_duplicate_total") == 1
                    && s.get("posthorn_messages_accepted_total") == 4
                    && s.value("posthorn_waiting_messages", "lane=\"first\"") == 0
                    && s.value("posthorn_waiting_messages", "lane=\"retry\"") == 1);

    assertThat(seen.attempts("first", "2xx")).isEqualTo(3);
    assertThat(seen.attempts("retry", "5xx")).isZero();
    assertThat(seen.duration("count", "2xx")).isEqualTo(3);
    assertThat(seen.duration("count", "5xx")).isEqualTo(1);
    assertThat(
            seen.value(
                "http_client_request_duration_seconds_bucket",
                "http_request_method=\"POST\",outcome=\"2xx\",le=\"+Inf\""))
        .isEqualTo(3);
    assertThat(seen.duration("sum", "2xx")).isBetween(0.0, 15.0);
    assertThat(seen.requests("POST", "/api/v1/events", "2xx")).isEqualTo(6);
    assertThat(seen.requests("POST", "/api/v1/subscriptions", "2xx")).isEqualTo(2);
    assertThat(seen.value("posthorn_lanes", "lane=\"retry\"")).isEqualTo(1);
    assertThat(seen.value("posthorn_endpoints", "state=\"enabled\"")).isEqualTo(2);
    assertThat(seen.get("posthorn_oldest_due_age_seconds")).isZero();
  }

  @Test
  void retries_are_counted_separately_from_first_attempts() {
    run(Map.of("POSTHORN_RETRY_UNIT", "50ms", "POSTHORN_RETRY_LIMIT", "6"));
    subscribe("PROJ", bad.url("/hook"));
    post("PROJ", "e1");

    Exposition seen =
        scrapeUntil(s -> s.dropped("retries_exhausted") == 1 && s.attempts("retry", "5xx") > 0);

    assertThat(seen.attempts("first", "5xx")).isEqualTo(1);
    // A slow machine may miss the first slots; the record still equals what was received.
    assertThat(seen.attempts("retry", "5xx")).isEqualTo(bad.requests().size() - 1);
    assertThat(seen.dropped("expired")).isZero();
    assertThat(seen.get("posthorn_messages_delivered_total")).isZero();
  }

  @Test
  void messages_waiting_during_a_delivery_pause_are_held_until_they_are_cancelled() {
    run(Map.of());
    String subscription = subscribe("TASK", good.url("/hook"));
    assertThat(node.post("/api/v1/delivery/pause", "").status()).isLessThan(300);
    post("TASK", "e1");

    Exposition held = scrapeUntil(s -> s.value("posthorn_waiting_messages", "lane=\"held\"") == 1);

    assertThat(held.value("posthorn_lanes", "lane=\"held\"")).isEqualTo(1);
    assertThat(held.value("posthorn_waiting_messages", "lane=\"first\"")).isZero();

    assertThat(node.call("DELETE", "/api/v1/subscriptions/" + subscription, null).status())
        .isLessThan(300);

    String reason = "reason=\"subscription_deleted\"";
    Exposition after =
        scrapeUntil(
            s ->
                s.value("posthorn_messages_cancelled_total", reason) == 1
                    && s.value("posthorn_waiting_messages", "lane=\"held\"") == 0);
    assertThat(after.get("posthorn_messages_delivered_total")).isZero();
  }

  @Test
  void a_call_refused_by_the_rate_limit_is_counted_by_its_reason() {
    run(Map.of("POSTHORN_LIMITS_EVENTS_PER_SECOND", "1"));
    String event = "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{}}";
    // Events beyond the rate limit are owed: here for more than a minute.
    String many = "[" + (event + ",").repeat(100) + event + "]";
    assertThat(node.post("/api/v1/events", many).status()).isEqualTo(202);

    assertThat(node.post("/api/v1/events", event).status()).isEqualTo(429);

    Exposition seen = scrape();
    assertThat(seen.value("posthorn_intake_refused_total", "reason=\"rate_limited\"")).isOne();
    assertThat(seen.requests("POST", "/api/v1/events", "4xx")).isOne();
  }

  @Test
  @Tag(EngineUnderTest.ONE_MACHINE) // on Kafka waiting messages are counted every second
  void a_call_over_the_limit_of_waiting_messages_is_counted_by_its_reason() {
    run(Map.of("POSTHORN_LIMITS_WAITING_MESSAGES", "1"));
    subscribe("TASK", bad.url("/hook"));
    post("TASK", "e1");
    String second = "{\"id\":\"e2\",\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{}}";

    assertThat(node.post("/api/v1/events", second).status()).isEqualTo(429);

    assertThat(scrape().value("posthorn_intake_refused_total", "reason=\"waiting_limit\"")).isOne();
  }

  @Test
  @Tag(EngineUnderTest.ONE_MACHINE) // on Kafka the brokers store accepted events
  void a_full_volume_is_shown_while_messages_are_still_sent() {
    run(Map.of("POSTHORN_DATA_MIN_FREE", "1000000GiB"));

    Exposition seen = scrape();
    assertThat(seen.value("posthorn_up", "service=\"intake\"")).isZero();
    assertThat(seen.value("posthorn_up", "service=\"delivery\"")).isOne();
  }

  @Test
  @Tag(EngineUnderTest.ONE_MACHINE) // Kafka has neither this store nor this inbox
  void the_server_has_metrics_of_its_store_inbox_connections_and_process() {
    run(Map.of());
    subscribe("TASK", good.url("/hook"));
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
  }

  @Test
  @Tag(EngineUnderTest.ONE_MACHINE) // only the embedded engine has an inbox and retention.max-bytes
  void counters_start_at_zero() {
    run(Map.of());
    Exposition seen = scrape();

    for (String none :
        List.of(
            "posthorn_inbox_events",
            "posthorn_inbox_bytes",
            "posthorn_inbox_items",
            "posthorn_in_flight_bytes",
            "posthorn_endpoints_paused",
            "posthorn_endpoints_certificate_expiring",
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
      assertThat(seen.dropped(reason)).isZero();
    }
  }

  @Test
  void neither_endpoints_nor_request_texts_create_new_series() {
    run(Map.of());
    subscribe("TASK", good.url("/hook"));
    post("TASK", "first");
    get("/nothing/here");
    scrape();
    Set<String> before = scrapeUntil(s -> s.get("posthorn_messages_delivered_total") == 1).own();

    for (int i = 0; i < 20; i++) {
      get("/wild/" + i + "?x=" + i);
      subscribe("TASK", good.url("/hook") + "/" + i);
    }
    post("TASK", "second");

    Exposition after = scrapeUntil(s -> s.get("posthorn_messages_delivered_total") == 22);
    assertThat(after.own()).isEqualTo(before);
    assertThat(after.requests("any", "none", "4xx")).isEqualTo(21);
  }

  /** Creates a subscription and returns its id. */
  private String subscribe(String objCode, String url) {
    JsonResponse made =
        node.post(
            "/api/v1/subscriptions",
            "{\"objCode\":\"%s\",\"eventType\":\"UPDATE\",\"url\":\"%s\"}".formatted(objCode, url));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return made.at("/id");
  }

  private void post(String objCode, String id) {
    JsonResponse response =
        node.post(
            "/api/v1/events",
            "{\"id\":\"%s\",\"objCode\":\"%s\",\"eventType\":\"UPDATE\",\"newState\":{\"ID\":\"1\"}}"
                .formatted(id, objCode));
    assertThat(response.status()).as(response.body()).isEqualTo(202);
  }

  private void get(String path) {
    assertThat(node.get(path).status()).isEqualTo(404);
  }

  private Exposition scrape() {
    JsonResponse response = node.get("/metrics");
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.header("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    return new Exposition(response.body());
  }

  private Exposition scrapeUntil(Predicate<Exposition> condition) {
    Callable<Exposition> scrape = this::scrape;
    return await().atMost(TIMEOUT).until(scrape, condition);
  }
}
