package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.SkipReason;
import io.posthorn.core.shard.read.BulkStatus;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bulk replay of messages, with preview and progress, across crashes. */
final class BulkReplayTest {
  private static final String OTHER_URL = "https://other.example/hook";

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void all_ended_messages_of_the_time_are_replayed_and_counted() {
    fixture.subscribe(ShardFixture.URL);
    List<EventKey> events = fixture.postMany(500);
    fixture.succeedAll();
    fixture.pause(fixture.id(ShardFixture.URL));

    BulkStatus progress = run(BulkFixture.replay().job());

    assertThat(progress.taken()).isEqualTo(500);
    assertThat(progress.examined()).isEqualTo(500);
    assertThat(progress.finishedAt()).isEqualTo(fixture.now());
    assertThat(events)
        .allSatisfy(e -> assertThat(fixture.message(e).status()).isEqualTo(MessageStatus.WAITING));
  }

  @Test
  void it_runs_in_bounded_steps_and_shows_its_progress() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(1_000);
    fixture.succeedAll();
    fixture.pause(fixture.id(ShardFixture.URL));
    BulkJob job = BulkFixture.replay().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    long examined = progress(job).examined();
    assertThat(examined).isEqualTo(Sweep.STEP);
    assertThat(progress(job).finishedAt()).isZero();
    while (fixture.busy()) {
      fixture.step();
      assertThat(progress(job).examined() - examined).isBetween(0L, (long) Sweep.STEP);
      examined = progress(job).examined();
    }
    assertThat(examined).isEqualTo(1_000);
    assertThat(progress(job).finishedAt()).isPositive();
  }

  @Test
  void a_preview_counts_and_changes_nothing() {
    fixture.subscribe(ShardFixture.URL);
    List<EventKey> events = fixture.postMany(300);
    fixture.succeedAll();
    EventKey waiting = fixture.post();
    fixture.fail();
    List<Message> before = events.stream().map(fixture::message).toList();

    BulkStatus progress = run(BulkFixture.replay().preview().job());

    assertThat(progress.taken()).isEqualTo(300);
    assertThat(events.stream().map(fixture::message).toList()).isEqualTo(before);
    assertThat(fixture.message(waiting).slot()).isEqualTo(1);
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_crash_between_any_two_steps_repeats_nothing_and_counts_each_message_once() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(1_000);
    fixture.succeedAll();
    fixture.pause(fixture.id(ShardFixture.URL));
    BulkJob job = BulkFixture.replay().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    int crashes = 0;
    for (; fixture.busy(); crashes++) {
      fixture.restart();
    }
    assertThat(crashes).isGreaterThan(3);
    assertThat(progress(job).taken()).isEqualTo(1_000);
    assertThat(progress(job).examined()).isEqualTo(1_000);
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(0, 1_000, 0);
  }

  @Test
  void a_replay_takes_only_what_ended_before_it_was_made() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(600);
    while (fixture.inFlight.size() > 1) {
      fixture.succeed();
    }
    EventKey last = fixture.inFlight.getFirst().ticket().message().event(); // the 600th
    fixture.pass(Duration.ofSeconds(1));
    fixture.effects.clear();
    BulkJob job = BulkFixture.replay().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    fixture.pass(Duration.ofMillis(1));
    fixture.succeedAll();
    EventKey after = fixture.post();
    fixture.settle();
    fixture.succeedAll();

    assertThat(progress(job).taken()).isEqualTo(599);
    assertThat(fixture.attempts(last)).hasSize(1);
    assertThat(fixture.attempts(after)).hasSize(1);
    Set<MessageId> replayed = new HashSet<>();
    fixture
        .effects(Effect.Send.class)
        .forEach(send -> assertThat(replayed.add(send.ticket().message())).isTrue());
    assertThat(replayed).hasSize(600); // 599 replayed and one new
  }

  @Test
  void a_message_that_is_replayed_and_ends_again_meanwhile_is_not_taken_twice() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(700);
    fixture.succeedAll();
    fixture.pass(Duration.ofSeconds(1));
    fixture.effects.clear();
    BulkJob job = BulkFixture.replay().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    while (fixture.busy() || !fixture.inFlight.isEmpty()) {
      fixture.succeedAll();
      fixture.pass(Duration.ofMillis(1));
    }
    assertThat(progress(job).taken()).isEqualTo(700);
    assertThat(fixture.effects(Effect.Send.class)).hasSize(700);
  }

  @Test
  void every_filter_narrows_it() {
    Subscription one = fixture.subscribe(ShardFixture.URL);
    Subscription two = fixture.subscribe(OTHER_URL, "*", "*");
    EventKey task = fixture.post();
    fixture.succeedAll();
    fixture.pass(Duration.ofMinutes(1));
    EventKey project =
        fixture.post(fixture.event(ShardFixture.CUSTOMER, "p", "PROJ", "CREATE", null));
    fixture.succeedAll();
    fixture.pass(Duration.ofMinutes(1));
    fixture.pause(fixture.id(OTHER_URL));
    EventKey cancelled =
        fixture.post(fixture.event(ShardFixture.CUSTOMER, "c", "PROJ", "UPDATE", null));
    fixture.cancel(new MessageId(cancelled, 0));

    assertThat(count(BulkFixture.replay())).isEqualTo(4);
    assertThat(count(BulkFixture.replay().endpoint(fixture.id(ShardFixture.URL)))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().endpoint(fixture.id(OTHER_URL)))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().subscription(one.id()))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().subscription(two.id()))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().objCode("PROJ"))).isEqualTo(2);
    assertThat(count(BulkFixture.replay().eventType("UPDATE"))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().objCode("PROJ").eventType("UPDATE"))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().status(MessageSelection.Status.CANCELLED))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().status(MessageSelection.Status.DELIVERED))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().status(MessageSelection.Status.WAITING))).isZero();
    assertThat(count(BulkFixture.replay().from(project.acceptedAt()))).isEqualTo(2);
    assertThat(count(BulkFixture.replay().from(project.acceptedAt() + 1))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().to(project.acceptedAt()))).isEqualTo(2);
    assertThat(count(BulkFixture.replay().to(project.acceptedAt() + 1))).isEqualTo(3);
    assertThat(
            count(BulkFixture.replay().endpoint(fixture.id(OTHER_URL)).to(task.acceptedAt() + 1)))
        .isEqualTo(1);
    assertThat(count(BulkFixture.replay().subscription(two.id()).objCode("TASK"))).isEqualTo(1);
    assertThat(
            count(
                BulkFixture.replay().endpoint(fixture.id(ShardFixture.URL)).subscription(two.id())))
        .isZero();
  }

  @Test
  void messages_of_a_deleted_subscription_are_skipped_and_counted() {
    Subscription deleted = fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(OTHER_URL);
    fixture.post();
    fixture.succeedAll();
    fixture.delete(deleted);
    fixture.settle();
    assertThat(count(BulkFixture.replay())).isEqualTo(1);
    BulkStatus result = run(BulkFixture.replay().job());
    assertThat(result.taken()).isEqualTo(1);
    assertThat(result.skipped()).isEqualTo(Map.of(SkipReason.SUBSCRIPTION_DELETED, 1L));
  }

  @Test
  void messages_without_their_payload_are_skipped_and_counted() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.succeedAll();
    fixture.pass(Duration.ofDays(4)); // payloads of delivered messages are kept for 3 days
    fixture.post();
    fixture.succeedAll();

    BulkStatus preview = run(BulkFixture.replay().preview().job());

    assertThat(preview.taken()).isEqualTo(1);
    assertThat(preview.skipped()).isEqualTo(Map.of(SkipReason.PAYLOAD_REMOVED, 1L));
  }

  @Test
  void messages_that_end_while_it_runs_are_not_included() {
    fixture.subscribe(ShardFixture.URL);
    fixture.postMany(1_000);
    fixture.succeedAll();
    fixture.subscribe("https://second.example/", "OTHER", "UPDATE");
    EventKey late =
        fixture.post(fixture.event(ShardFixture.CUSTOMER, "late", "OTHER", "UPDATE", null));
    Effect.Send inFlight = fixture.sent();
    BulkJob job = BulkFixture.replay().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    fixture.stepAfter(Duration.ofMillis(1));
    fixture.respond(inFlight, Outcome.responded(200, 10));
    fixture.settle();
    assertThat(fixture.message(late).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(progress(job).taken()).isEqualTo(1_000);
  }

  @Test
  void another_customers_messages_are_out_of_reach() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.postMany(3);
    fixture.succeedAll();
    assertThat(count(BulkFixture.replay().customer("other"))).isZero();
    assertThat(count(BulkFixture.replay().customer("other").endpoint(fixture.id(ShardFixture.URL))))
        .isZero();
    assertThat(count(BulkFixture.replay().customer("other").subscription(subscription.id())))
        .isZero();
    BulkJob own = BulkFixture.replay().preview().job();
    assertThat(run(own).taken()).isEqualTo(3);
    assertThat(fixture.history().bulk("other", own.id())).as("nor another's progress").isNull();
  }

  private long count(BulkFixture bulk) {
    return run(bulk.preview().job()).taken();
  }

  private BulkStatus run(BulkJob job) {
    assertThat(fixture.execute(new Command.StartBulk(fixture.nextRequest(), job)))
        .isEqualTo(Reply.DONE);
    fixture.settle();
    return progress(job);
  }

  private BulkStatus progress(BulkJob job) {
    return Objects.requireNonNull(fixture.history().bulk(job.customerId(), job.id()));
  }
}
