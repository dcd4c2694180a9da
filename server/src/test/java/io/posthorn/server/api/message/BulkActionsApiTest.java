package io.posthorn.server.api.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkActionsApiTest {
  private static final String RANGE =
      "\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-02T00:00:00Z\"";

  private final ApiFixture stage = new ApiFixture();
  private final String endpoint = stage.endpointId(ApiFixture.OURS, ApiFixture.URL);

  BulkActionsApiTest() {
    stage.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void a_replay_of_many_is_accepted_and_tells_its_progress() {
    stage.message("a");
    stage.message("b");
    stage.answerAll(Outcome.answered(200, 20));

    JsonResponse response =
        stage.post(stage.manager, "/replays", "{" + RANGE + ",\"status\":\"delivered\"}");

    assertThat(response.status()).isEqualTo(202);
    String id = response.at("/id");
    assertThat(id).startsWith("rpl_");
    JsonResponse progress = stage.get(stage.viewer, "/replays/" + id);
    assertThat(progress.at("/examined")).isEqualTo("2");
    assertThat(progress.at("/taken")).isEqualTo("2");
    assertThat(progress.at("/total")).isEqualTo("2");
    assertThat(progress.at("/share")).isEqualTo("1");
    assertThat(progress.at("/finished")).isEqualTo("true");
    assertThat(progress.at("/preview")).isEqualTo("false");
    assertThat(stage.get(stage.viewer, "/messages?status=waiting").size("/data")).isEqualTo(2);
  }

  @Test
  void while_it_runs_the_total_is_not_known_but_how_much_of_the_time_was_looked_through() {
    for (int i = 0; i < 2_000; i++) {
      stage.message("a" + i);
    }
    stage.pass(Duration.ofHours(1));
    stage.engine.longWorkWaits = true;

    String job = "/cancellations";
    JsonResponse response =
        stage.post(
            stage.manager,
            job,
            "{\"from\":\"2025-12-31T23:00:00Z\",\"to\":\"2026-01-02T00:00:00Z\"}");

    assertThat(response.at("/finished")).isEqualTo("false");
    assertThat(response.at("/total")).isEqualTo("null");
    // Of the two shards on Kafka one has nothing of this endpoint, and is done.
    double most = stage.engine.runsEveryShard() ? 0.5 : (1 + 0.5) / 2;
    assertThat(Double.parseDouble(response.at("/share"))).isBetween(0.0, most);
    stage.engine.longWorkWaits = false;
    stage.pass(Duration.ofSeconds(1));
    assertThat(stage.get(stage.viewer, job + "/" + response.at("/id")).at("/share")).isEqualTo("1");
  }

  @Test
  void a_preview_counts_and_changes_nothing() {
    stage.message("a");
    stage.answerAll(Outcome.answered(200, 20));

    JsonResponse response =
        stage.post(stage.manager, "/replays", "{" + RANGE + ",\"preview\":true}");

    JsonResponse progress = stage.get(stage.viewer, "/replays/" + response.at("/id"));
    assertThat(progress.at("/taken")).isEqualTo("1");
    assertThat(progress.at("/preview")).isEqualTo("true");
    assertThat(stage.engine.sent).isEmpty();
  }

  @Test
  void a_cancellation_of_many_takes_what_waits_at_an_endpoint() {
    stage.message("a");
    stage.answerAll(Outcome.answered(500, 20));

    JsonResponse response =
        stage.post(
            stage.manager, "/cancellations", "{" + RANGE + ",\"endpoint\":\"" + endpoint + "\"}");

    assertThat(response.status()).isEqualTo(202);
    assertThat(response.at("/id")).startsWith("cnl_");
    assertThat(response.at("/endpoint")).isEqualTo(endpoint);
    assertThat(stage.get(stage.viewer, "/cancellations/" + response.at("/id")).at("/taken"))
        .isEqualTo("1");
    assertThat(stage.get(stage.viewer, "/messages?status=cancelled").size("/data")).isEqualTo(1);
  }

  @Test
  void everything_wrong_with_a_replay_is_told_at_once() {
    JsonResponse response =
        stage.post(
            stage.manager,
            "/replays",
            """
            {"endpoint":"ep_x","subscription":"sub_x","status":"waiting","preview":"yes","x":1,
             "from":"2026-01-02T00:00:00Z","to":"2026-01-02T00:00:00Z"}""");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.each("/errors", "pointer"))
        .containsExactly("/endpoint", "/subscription", "/status", "/to", "/preview", "/x");
    assertThat(stage.post(stage.manager, "/cancellations", "{}").each("/errors", "pointer"))
        .containsExactly("/from", "/to");
    assertThat(
            stage
                .post(stage.manager, "/cancellations", "{" + RANGE + ",\"status\":\"dropped\"}")
                .at("/errors/0/pointer"))
        .isEqualTo("/status");
  }

  @Test
  void anothers_jobs_and_endpoints_are_not_there() {
    String id = stage.post(stage.manager, "/replays", "{" + RANGE + "}").at("/id");

    assertThat(stage.get(stage.stranger, "/replays/" + id).status()).isEqualTo(404);
    assertThat(stage.get(stage.viewer, "/cancellations/" + id).status()).isEqualTo(404);
    assertThat(stage.get(stage.viewer, "/replays/rpl_0000000000000").status()).isEqualTo(404);
    JsonResponse foreign =
        stage.post(stage.stranger, "/replays", "{" + RANGE + ",\"endpoint\":\"" + endpoint + "\"}");
    assertThat(foreign.at("/errors/0/pointer")).isEqualTo("/endpoint");
    assertThat(stage.post(stage.viewer, "/replays", "{" + RANGE + "}").status()).isEqualTo(403);
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
