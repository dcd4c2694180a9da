package io.posthorn.server.api.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BulkActionsApiTest {
  private static final String RANGE =
      "\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-02T00:00:00Z\"";

  private final ApiFixture fixture = new ApiFixture();
  private final String endpoint = fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);

  BulkActionsApiTest() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_bulk_replay_is_accepted_and_reports_progress() {
    fixture.message("a");
    fixture.message("b");
    fixture.respondToAll(Outcome.responded(200, 20));

    JsonResponse response =
        fixture.post(fixture.manager, "/replays", "{" + RANGE + ",\"status\":\"delivered\"}");

    assertThat(response.status()).isEqualTo(202);
    String id = response.at("/id");
    assertThat(id).startsWith("rpl_");
    JsonResponse progress = fixture.get(fixture.viewer, "/replays/" + id);
    assertThat(progress.at("/examined")).isEqualTo("2");
    assertThat(progress.at("/taken")).isEqualTo("2");
    assertThat(progress.at("/total")).isEqualTo("2");
    assertThat(progress.at("/share")).isEqualTo("1");
    assertThat(progress.at("/finished")).isEqualTo("true");
    assertThat(progress.at("/preview")).isEqualTo("false");
    assertThat(fixture.get(fixture.viewer, "/messages?status=waiting").size("/data")).isEqualTo(2);
  }

  @Test
  void while_it_runs_it_reports_the_searched_share_but_no_total() {
    for (int i = 0; i < 2_000; i++) {
      fixture.message("a" + i);
    }
    fixture.pass(Duration.ofHours(1));
    fixture.engine.longWorkWaits = true;

    String job = "/cancellations";
    JsonResponse response =
        fixture.post(
            fixture.manager,
            job,
            "{\"from\":\"2025-12-31T23:00:00Z\",\"to\":\"2026-01-02T00:00:00Z\"}");

    assertThat(response.at("/finished")).isEqualTo("false");
    assertThat(response.at("/total")).isEqualTo("null");
    // On Kafka, one of the two shards has no messages of this endpoint and is done.
    double most = fixture.engine.runsEveryShard() ? 0.5 : (1 + 0.5) / 2;
    assertThat(Double.parseDouble(response.at("/share"))).isBetween(0.0, most);
    fixture.engine.longWorkWaits = false;
    fixture.pass(Duration.ofSeconds(1));
    assertThat(fixture.get(fixture.viewer, job + "/" + response.at("/id")).at("/share"))
        .isEqualTo("1");
  }

  @Test
  void criteria_that_are_null_are_none_and_do_not_mean_every_message() {
    MessageId id = fixture.message("a");
    fixture.respondToAll(Outcome.responded(500, 20));

    for (String path : List.of("/replays", "/cancellations", "/retries")) {
      JsonResponse response =
          fixture.post(fixture.manager, path, "{\"endpoint\":null,\"from\":null}");

      assertThat(response.status()).as(path).isEqualTo(400);
      assertThat(response.body()).as(path).contains("At least one criterion is required");
    }
    assertThat(fixture.get(fixture.viewer, "/messages/" + id).at("/status")).isEqualTo("waiting");
  }

  @Test
  void a_wrong_criterion_is_the_only_error() {
    for (String body : List.of("{\"outcome\":\"x\"}", "{\"status\":\"lost\"}")) {
      JsonResponse response = fixture.post(fixture.manager, "/replays", body);

      assertThat(response.status()).as(body).isEqualTo(400);
      assertThat(response.pointers()).as(body).hasSize(1);
      assertThat(response.body()).as(body).doesNotContain("At least one criterion");
    }
  }

  @Test
  void a_preview_counts_and_changes_nothing() {
    fixture.message("a");
    fixture.respondToAll(Outcome.responded(200, 20));

    JsonResponse response =
        fixture.post(fixture.manager, "/replays", "{" + RANGE + ",\"preview\":true}");

    JsonResponse progress = fixture.get(fixture.viewer, "/replays/" + response.at("/id"));
    assertThat(progress.at("/taken")).isEqualTo("1");
    assertThat(progress.at("/preview")).isEqualTo("true");
    assertThat(fixture.engine.sent).isEmpty();
  }

  @Test
  void a_bulk_cancellation_cancels_the_waiting_messages_of_an_endpoint() {
    fixture.message("a");
    fixture.respondToAll(Outcome.responded(500, 20));

    JsonResponse response =
        fixture.post(
            fixture.manager, "/cancellations", "{" + RANGE + ",\"endpoint\":\"" + endpoint + "\"}");

    assertThat(response.status()).isEqualTo(202);
    assertThat(response.at("/id")).startsWith("cnl_");
    assertThat(response.at("/endpoint")).isEqualTo(endpoint);
    assertThat(fixture.get(fixture.viewer, "/cancellations/" + response.at("/id")).at("/taken"))
        .isEqualTo("1");
    assertThat(fixture.get(fixture.viewer, "/messages?status=cancelled").size("/data"))
        .isEqualTo(1);
  }

  @Test
  void all_errors_of_a_replay_are_reported_together() {
    JsonResponse response =
        fixture.post(
            fixture.manager,
            "/replays",
            """
            {"endpoint":"ep_x","subscription":"sub_x","status":"waiting","preview":"yes","x":1,
             "from":"2026-01-02T00:00:00Z","to":"2026-01-02T00:00:00Z"}\
            """);

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.each("/errors", "pointer"))
        .containsExactly("/endpoint", "/subscription", "/status", "/to", "/preview", "/x");
    assertThat(fixture.post(fixture.manager, "/cancellations", "{}").each("/errors", "pointer"))
        .as("nothing that narrows it")
        .containsExactly("");
    assertThat(
            fixture
                .post(fixture.manager, "/cancellations", "{" + RANGE + ",\"status\":\"dropped\"}")
                .at("/errors/0/pointer"))
        .isEqualTo("/status");
  }

  @Test
  void a_retry_of_many_attempts_waiting_messages_and_reports_its_progress() {
    MessageId one = fixture.message("a");
    fixture.respondToAll(Outcome.responded(503, 20));
    fixture.pass(Duration.ofSeconds(1));

    JsonResponse preview =
        fixture.post(fixture.manager, "/retries", "{\"outcome\":\"5xx\",\"preview\":true}");
    assertThat(preview.status()).isEqualTo(202);
    assertThat(preview.at("/id")).startsWith("rty_");
    assertThat(fixture.get(fixture.viewer, "/retries/" + preview.at("/id")).at("/taken"))
        .isEqualTo("1");
    assertThat(fixture.engine.sent).isEmpty();

    JsonResponse started = fixture.post(fixture.manager, "/retries", "{\"outcome\":\"5xx\"}");
    JsonResponse progress = fixture.get(fixture.viewer, "/retries/" + started.at("/id"));
    assertThat(progress.at("/finished")).isEqualTo("true");
    assertThat(progress.at("/taken")).isEqualTo("1");
    assertThat(progress.at("/outcome")).isEqualTo("5xx");
    assertThat(fixture.engine.sent).hasSize(1);
    assertThat(fixture.engine.sent.getFirst().ticket().message()).isEqualTo(one);
    assertThat(fixture.post(fixture.viewer, "/retries", "{\"outcome\":\"5xx\"}").status())
        .isEqualTo(403);
  }

  @Test
  void preview_and_result_of_a_retry_of_many_say_how_many_were_skipped_and_why() {
    fixture.message("a");
    fixture.message("b");
    fixture.respondToAll(Outcome.responded(503, 20));
    fixture.post(fixture.manager, "/endpoints/" + endpoint + "/pause", "");

    for (String body : List.of("{\"outcome\":\"5xx\",\"preview\":true}", "{\"outcome\":\"5xx\"}")) {
      String id = fixture.post(fixture.manager, "/retries", body).at("/id");

      JsonResponse job = fixture.get(fixture.viewer, "/retries/" + id);

      assertThat(job.at("/taken")).as(body).isEqualTo("0");
      assertThat(job.size("/skipped")).as(body).isEqualTo(1);
      assertThat(job.at("/skipped/0/reason")).as(body).isEqualTo("paused");
      assertThat(job.at("/skipped/0/count")).as(body).isEqualTo("2");
    }
    assertThat(fixture.engine.sent).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/replays,       delivered dropped cancelled",
    "/cancellations, waiting inFlight",
    "/retries,       waiting"
  })
  void many_at_once_are_exactly_what_the_list_shows_with_the_same_filters(
      String path, String statuses) {
    String subscription = severalMessages();
    for (String filter :
        List.of(
            "endpoint=" + endpoint,
            "subscription=" + subscription,
            "subscription=sub_00000000000000000000000000",
            "objCode=TASK",
            "objCode=OTHER",
            "eventType=UPDATE",
            "eventType=CREATE",
            "objId=delivered",
            "objId=failed",
            "objId=none",
            "status=" + statuses.split(" ", -1)[0],
            "outcome=success",
            "outcome=failed",
            "outcome=404",
            "outcome=4xx",
            "outcome=none",
            "from=2026-01-01T00:00:30Z",
            "to=2026-01-01T00:00:30Z",
            "endedFrom=2026-01-01T00:00:30Z",
            "endedTo=2026-01-01T00:00:30Z")) {
      String[] named = filter.split("=", 2);
      String body = "{\"%s\":\"%s\",\"preview\":true}".formatted(named[0], named[1]);
      String job = fixture.post(fixture.manager, path, body).at("/id");

      JsonResponse list = fixture.get(fixture.viewer, "/messages?" + filter);

      long shown =
          list.each("/data", "status").stream()
              .filter(List.of(statuses.split(" ", -1))::contains)
              .count();
      assertThat(fixture.get(fixture.viewer, path + "/" + job).at("/taken"))
          .as(body)
          .isEqualTo(String.valueOf(shown));
    }
  }

  /** Leaves a delivered message, then one that failed and waits, and one in flight. */
  private String severalMessages() {
    fixture.message("delivered");
    fixture.respondToAll(Outcome.responded(200, 20));
    fixture.pass(Duration.ofMinutes(1));
    fixture.message("failed");
    fixture.respondToAll(Outcome.responded(404, 20));
    fixture.flying.add(fixture.message("flying"));
    return fixture.get(fixture.viewer, "/messages").at("/data/0/subscriptionId");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/replays", "/cancellations", "/retries"})
  void the_messages_of_a_deleted_subscription_are_examined_like_the_list_shows_them(String path) {
    fixture.message("a");
    fixture.respondToAll(Outcome.responded(200, 20));
    String subscription = fixture.get(fixture.viewer, "/messages").at("/data/0/subscriptionId");
    SubscriptionId id = SubscriptionId.parse(subscription).orElseThrow();
    fixture
        .engine
        .executeNow(request -> new Command.DeleteSubscription(request, ApiFixture.OURS, id))
        .join();
    String body = "{\"subscription\":\"" + subscription + "\",\"preview\":true}";

    JsonResponse started = fixture.post(fixture.manager, path, body);

    assertThat(started.status()).isEqualTo(202);
    JsonResponse job = fixture.get(fixture.viewer, path + "/" + started.at("/id"));
    assertThat(fixture.get(fixture.viewer, "/messages?subscription=" + subscription).size("/data"))
        .isEqualTo(1);
    assertThat(job.at("/total")).isEqualTo("1");
    assertThat(job.at("/taken")).as("not replayable, as for one (409)").isEqualTo("0");
    if (path.equals("/replays")) {
      assertThat(job.at("/skipped/0/reason")).isEqualTo("subscription_deleted");
      assertThat(job.at("/skipped/0/count")).isEqualTo("1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/replays", "/cancellations", "/retries"})
  void another_customers_subscription_selects_nothing_and_reveals_nothing(String path) {
    fixture.message("a");
    fixture.respondToAll(Outcome.responded(200, 20));
    String subscription = fixture.get(fixture.viewer, "/messages").at("/data/0/subscriptionId");
    String body = "{\"subscription\":\"" + subscription + "\",\"preview\":true}";

    JsonResponse started = fixture.post(fixture.otherCustomer, path, body);

    JsonResponse job = fixture.get(fixture.otherCustomer, path + "/" + started.at("/id"));
    assertThat(job.at("/total")).isEqualTo("0");
    assertThat(job.at("/taken")).isEqualTo("0");
  }

  @Test
  void anothers_jobs_and_endpoints_are_not_there() {
    String id = fixture.post(fixture.manager, "/replays", "{" + RANGE + "}").at("/id");

    assertThat(fixture.get(fixture.otherCustomer, "/replays/" + id).status()).isEqualTo(404);
    assertThat(fixture.get(fixture.viewer, "/cancellations/" + id).status()).isEqualTo(404);
    assertThat(fixture.get(fixture.viewer, "/replays/rpl_0000000000000").status()).isEqualTo(404);
    JsonResponse foreign =
        fixture.post(
            fixture.otherCustomer, "/replays", "{" + RANGE + ",\"endpoint\":\"" + endpoint + "\"}");
    assertThat(foreign.at("/errors/0/pointer")).isEqualTo("/endpoint");
    assertThat(fixture.post(fixture.viewer, "/replays", "{" + RANGE + "}").status()).isEqualTo(403);
  }

  @Test
  void ids_of_jobs_are_positive_and_unique_and_read_back() {
    Clock still = Clock.fixed(Instant.ofEpochMilli(ApiFixture.START), ZoneOffset.UTC);
    JobId.Source ids = new JobId.Source(still);
    Set<JobId> made = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      JobId id = ids.next(BulkJob.Action.CANCEL);
      assertThat(id.number()).isPositive();
      made.add(id);
    }
    assertThat(made).hasSize(100_000);
    JobId one = made.iterator().next();
    assertThat(JobId.parse(BulkJob.Action.CANCEL, one.toString())).contains(one);
    assertThat(JobId.parse(BulkJob.Action.REPLAY, one.toString())).isEmpty();
  }
}
