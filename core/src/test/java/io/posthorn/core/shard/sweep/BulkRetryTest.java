package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.circuit.HoldCause;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.SkipReason;
import io.posthorn.core.shard.read.BulkStatus;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Retrying many waiting messages at once, with preview and progress. */
final class BulkRetryTest {
  private static final String OTHER_URL = "https://other.example/hook";

  /** Rules under which hundreds of failures disable no endpoint. */
  private final ShardFixture fixture =
      new ShardFixture(
          Rules.DEFAULT.withCircuit(
              new CircuitRules(
                  48 * 3_600_000L,
                  1_000_000,
                  700_000,
                  1_000_000,
                  600_000,
                  1_000_000,
                  1,
                  1_000_000)));

  private List<EventKey> failed(int count) {
    List<EventKey> events = fixture.postMany(count);
    while (!fixture.inFlight.isEmpty()) {
      fixture.fail();
    }
    return events;
  }

  @Test
  void all_waiting_messages_are_attempted_within_the_limits() {
    fixture.subscribe(ShardFixture.URL);
    List<EventKey> events = failed(500);
    fixture.pass(Duration.ofSeconds(1));

    BulkStatus progress = run(BulkFixture.retry().job());

    assertThat(progress.taken()).isEqualTo(500);
    assertThat(fixture.inFlight).as("the in-flight limit of retries").hasSizeBetween(1, 8);
    fixture.succeedAll();
    assertThat(fixture.time()).isEqualTo(Duration.ofSeconds(1));
    assertThat(events).allSatisfy(e -> assertThat(fixture.attempts(e)).hasSize(2));
  }

  @Test
  void a_preview_counts_what_would_be_attempted_and_changes_nothing() {
    fixture.subscribe(ShardFixture.URL);
    failed(300);
    EventKey ended = fixture.post();
    fixture.succeed();
    fixture.post(); // in flight
    List<String> before = List.of(fixture.message(ended).toString());

    BulkStatus progress = run(BulkFixture.retry().preview().job());

    assertThat(progress.taken()).isEqualTo(300);
    assertThat(progress.examined()).isEqualTo(302);
    assertThat(List.of(fixture.message(ended).toString())).isEqualTo(before);
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void skipped_messages_are_counted_by_reason_in_the_preview_and_in_the_result() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(OTHER_URL);
    failed(10);
    fixture.pause(OTHER_URL);
    fixture.post(); // one in flight, one held
    Map<SkipReason, Long> skipped = Map.of(SkipReason.PAUSED, 11L, SkipReason.IN_FLIGHT, 1L);

    BulkStatus preview = run(BulkFixture.retry().preview().job());
    BulkStatus result = run(BulkFixture.retry().job());

    assertThat(preview.taken()).isEqualTo(10);
    assertThat(preview.skipped()).isEqualTo(skipped);
    assertThat(result.taken()).isEqualTo(10);
    assertThat(result.skipped()).isEqualTo(skipped);
  }

  @ParameterizedTest
  @EnumSource(HoldCause.class)
  void messages_of_a_held_endpoint_are_skipped_with_the_reason(HoldCause cause) {
    ShardFixture held = cause.held();
    held.post();
    held.post();

    assertThat(skipped(held)).isEqualTo(Map.of(SkipReason.valueOf(cause.name()), 2L));
  }

  @Test
  void messages_held_by_a_delivery_pause_are_skipped_as_paused() {
    fixture.subscribe(ShardFixture.URL);
    failed(2);
    fixture.pauseDelivery(ShardFixture.CUSTOMER);

    assertThat(skipped(fixture)).isEqualTo(Map.of(SkipReason.PAUSED, 2L));
  }

  @Test
  void a_message_whose_subscription_was_just_deleted_is_skipped() {
    Subscription deleted = fixture.subscribe(ShardFixture.URL);
    failed(300);
    BulkJob job = BulkFixture.retry().job();
    fixture.turn(
        List.of(
            new Command.DeleteSubscription(
                fixture.nextRequest(), ShardFixture.CUSTOMER, deleted.id()),
            new Command.StartBulk(fixture.nextRequest(), job)));
    fixture.settle();

    assertThat(progress(job).taken()).isZero();
    assertThat(fixture.inFlight).isEmpty();
  }

  private static Map<SkipReason, Long> skipped(ShardFixture shard) {
    BulkJob job = BulkFixture.retry().preview().job();
    shard.execute(new Command.StartBulk(shard.nextRequest(), job));
    shard.settle();
    return Objects.requireNonNull(shard.history().bulk(job.customerId(), job.id())).skipped();
  }

  @Test
  void it_goes_in_bounded_steps_over_crashes() {
    fixture.subscribe(ShardFixture.URL);
    failed(1_000);
    fixture.pass(Duration.ofSeconds(1));
    BulkJob job = BulkFixture.retry().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    while (progress(job).finishedAt() == 0) {
      fixture.restart();
    }
    assertThat(progress(job).examined()).isEqualTo(1_000);
    // Those that a crash found in flight were counted before or are in flight again.
    assertThat(progress(job).taken()).isBetween(900L, 1_000L);
  }

  @Test
  void the_filters_narrow_it() {
    fixture.subscribe(ShardFixture.URL, "TASK", "UPDATE");
    fixture.post(fixture.event(ShardFixture.CUSTOMER, "a", "TASK", "UPDATE", "x"));
    fixture.refuse();
    fixture.post(fixture.event(ShardFixture.CUSTOMER, "b", "TASK", "UPDATE", "y"));
    fixture.fail();
    fixture.pass(Duration.ofSeconds(1));

    assertThat(count(BulkFixture.retry())).isEqualTo(2);
    assertThat(count(BulkFixture.retry().objId("x"))).isEqualTo(1);
    assertThat(count(BulkFixture.retry().outcome("refused"))).isEqualTo(1);
    assertThat(count(BulkFixture.retry().outcome("404"))).isEqualTo(1);
    assertThat(count(BulkFixture.retry().outcome("success"))).isZero();
    assertThat(count(BulkFixture.retry().status(MessageSelection.Status.WAITING))).isEqualTo(2);
    assertThat(count(BulkFixture.retry().status(MessageSelection.Status.IN_FLIGHT))).isZero();
    assertThat(count(BulkFixture.retry().ended(1, TimeRange.END_OF_TIME))).isZero();
  }

  @Test
  void messages_accepted_after_the_job_was_created_are_not_included() {
    fixture.subscribe(ShardFixture.URL);
    failed(600);
    fixture.pass(Duration.ofSeconds(1));
    BulkJob job = BulkFixture.retry().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    fixture.stepAfter(Duration.ofMillis(1));
    EventKey late = fixture.post();
    fixture.respond(
        fixture.inFlight.stream()
            .filter(send -> send.ticket().message().equals(new MessageId(late, 0)))
            .findFirst()
            .orElseThrow(),
        Outcome.responded(404, 5));
    fixture.settle();

    assertThat(progress(job).taken()).isEqualTo(600);
    assertThat(fixture.message(late).requestedAt()).isZero();
  }

  private long count(BulkFixture bulk) {
    return run(bulk.preview().job()).taken();
  }

  private BulkStatus run(BulkJob job) {
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    fixture.settle();
    return progress(job);
  }

  private BulkStatus progress(BulkJob job) {
    return Objects.requireNonNull(fixture.history().bulk(job.customerId(), job.id()));
  }
}
