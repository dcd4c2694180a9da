package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Replaying many at once, with preview and progress, over crashes. */
final class BulkReplayTest {
  private static final String OTHER_URL = "https://other.example/hook";

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void all_ended_messages_of_the_time_are_replayed_and_counted() {
    stage.subscribe(ShardFixture.URL);
    List<EventKey> events = stage.postMany(500);
    stage.succeedAll();
    stage.pause(stage.id(ShardFixture.URL));

    BulkProgress progress = run(BulkFixture.replay().job());

    assertThat(progress.taken()).isEqualTo(500);
    assertThat(progress.examined()).isEqualTo(500);
    assertThat(progress.finishedAt()).isEqualTo(stage.now());
    assertThat(events)
        .allSatisfy(e -> assertThat(stage.message(e).status()).isEqualTo(MessageStatus.WAITING));
  }

  @Test
  void it_goes_in_bounded_steps_and_shows_how_far_it_is() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(1_000);
    stage.succeedAll();
    stage.pause(stage.id(ShardFixture.URL));
    BulkJob job = BulkFixture.replay().job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    long examined = progress(job).examined();
    assertThat(examined).isEqualTo(Sweep.STEP);
    assertThat(progress(job).finishedAt()).isZero();
    while (stage.busy()) {
      stage.step();
      assertThat(progress(job).examined() - examined).isBetween(0L, (long) Sweep.STEP);
      examined = progress(job).examined();
    }
    assertThat(examined).isEqualTo(1_000);
    assertThat(progress(job).finishedAt()).isPositive();
  }

  @Test
  void a_preview_counts_and_changes_nothing() {
    stage.subscribe(ShardFixture.URL);
    List<EventKey> events = stage.postMany(300);
    stage.succeedAll();
    EventKey waiting = stage.post();
    stage.fail();
    List<Message> before = events.stream().map(stage::message).toList();

    BulkProgress progress = run(BulkFixture.replay().preview().job());

    assertThat(progress.taken()).isEqualTo(300);
    assertThat(events.stream().map(stage::message).toList()).isEqualTo(before);
    assertThat(stage.message(waiting).slot()).isEqualTo(1);
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void a_crash_between_any_two_steps_repeats_nothing_and_counts_each_message_once() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(1_000);
    stage.succeedAll();
    stage.pause(stage.id(ShardFixture.URL));
    BulkJob job = BulkFixture.replay().job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    int crashes = 0;
    for (; stage.busy(); crashes++) {
      stage.restart();
    }
    assertThat(crashes).isGreaterThan(3);
    assertThat(progress(job).taken()).isEqualTo(1_000);
    assertThat(progress(job).examined()).isEqualTo(1_000);
    assertThat(stage.waiting(ShardFixture.URL)).containsExactly(0, 1_000, 0);
  }

  @Test
  void a_replay_takes_only_what_ended_before_it_was_made() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(600);
    while (stage.onTheWay.size() > 1) {
      stage.succeed();
    }
    EventKey last = stage.onTheWay.getFirst().ticket().message().event(); // the 600th
    stage.pass(Duration.ofSeconds(1));
    stage.effects.clear();
    BulkJob job = BulkFixture.replay().job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    stage.pass(Duration.ofMillis(1));
    stage.succeedAll();
    EventKey after = stage.post();
    stage.settle();
    stage.succeedAll();

    assertThat(progress(job).taken()).isEqualTo(599);
    assertThat(stage.attempts(last)).hasSize(1);
    assertThat(stage.attempts(after)).hasSize(1);
    Set<MessageId> replayed = new HashSet<>();
    stage
        .effects(Effect.Send.class)
        .forEach(send -> assertThat(replayed.add(send.ticket().message())).isTrue());
    assertThat(replayed).hasSize(600); // 599 replayed and one new
  }

  @Test
  void what_is_replayed_and_ends_again_meanwhile_is_not_taken_twice() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(700);
    stage.succeedAll();
    stage.pass(Duration.ofSeconds(1));
    stage.effects.clear();
    BulkJob job = BulkFixture.replay().job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    while (stage.busy() || !stage.onTheWay.isEmpty()) {
      stage.succeedAll();
      stage.pass(Duration.ofMillis(1));
    }
    assertThat(progress(job).taken()).isEqualTo(700);
    assertThat(stage.effects(Effect.Send.class)).hasSize(700);
  }

  @Test
  void every_filter_narrows_it() {
    Subscription one = stage.subscribe(ShardFixture.URL);
    Subscription two = stage.subscribe(OTHER_URL, "*", "*");
    EventKey task = stage.post();
    stage.succeedAll();
    stage.pass(Duration.ofMinutes(1));
    EventKey project = stage.post(stage.event(ShardFixture.CUSTOMER, "p", "PROJ", "CREATE", null));
    stage.succeedAll();
    stage.pass(Duration.ofMinutes(1));
    stage.pause(stage.id(OTHER_URL));
    EventKey cancelled =
        stage.post(stage.event(ShardFixture.CUSTOMER, "c", "PROJ", "UPDATE", null));
    stage.cancel(new MessageId(cancelled, 0));

    assertThat(count(BulkFixture.replay())).isEqualTo(4);
    assertThat(count(BulkFixture.replay().endpoint(stage.id(ShardFixture.URL)))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().endpoint(stage.id(OTHER_URL)))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().subscription(one.id()))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().subscription(two.id()))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().objCode("PROJ"))).isEqualTo(2);
    assertThat(count(BulkFixture.replay().eventType("UPDATE"))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().objCode("PROJ").eventType("UPDATE"))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().status(MessageStatus.CANCELLED))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().status(MessageStatus.DELIVERED))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().status(MessageStatus.WAITING))).isZero();
    assertThat(count(BulkFixture.replay().from(project.acceptedAt()))).isEqualTo(2);
    assertThat(count(BulkFixture.replay().from(project.acceptedAt() + 1))).isEqualTo(1);
    assertThat(count(BulkFixture.replay().to(project.acceptedAt()))).isEqualTo(2);
    assertThat(count(BulkFixture.replay().to(project.acceptedAt() + 1))).isEqualTo(3);
    assertThat(count(BulkFixture.replay().endpoint(stage.id(OTHER_URL)).to(task.acceptedAt() + 1)))
        .isEqualTo(1);
    assertThat(count(BulkFixture.replay().subscription(two.id()).objCode("TASK"))).isEqualTo(1);
    assertThat(
            count(BulkFixture.replay().endpoint(stage.id(ShardFixture.URL)).subscription(two.id())))
        .isZero();
  }

  @Test
  void messages_of_a_deleted_subscription_are_left_out() {
    Subscription deleted = stage.subscribe(ShardFixture.URL);
    stage.subscribe(OTHER_URL);
    stage.post();
    stage.succeedAll();
    stage.delete(deleted);
    stage.settle();
    assertThat(count(BulkFixture.replay())).isEqualTo(1);
    assertThat(run(BulkFixture.replay().job()).taken()).isEqualTo(1);
  }

  @Test
  void what_ends_while_it_runs_is_not_for_it() {
    stage.subscribe(ShardFixture.URL);
    stage.postMany(1_000);
    stage.succeedAll();
    stage.subscribe("https://second.example/", "OTHER", "UPDATE");
    EventKey late = stage.post(stage.event(ShardFixture.CUSTOMER, "late", "OTHER", "UPDATE", null));
    Effect.Send inFlight = stage.sent();
    BulkJob job = BulkFixture.replay().job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    stage.stepAfter(Duration.ofMillis(1));
    stage.answer(inFlight, Outcome.answered(200, 10));
    stage.settle();
    assertThat(stage.message(late).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(progress(job).taken()).isEqualTo(1_000);
  }

  @Test
  void another_customers_messages_are_out_of_reach() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    stage.postMany(3);
    stage.succeedAll();
    assertThat(count(BulkFixture.replay().customer("other"))).isZero();
    assertThat(count(BulkFixture.replay().customer("other").endpoint(stage.id(ShardFixture.URL))))
        .isZero();
    assertThat(count(BulkFixture.replay().customer("other").subscription(subscription.id())))
        .isZero();
    BulkJob own = BulkFixture.replay().preview().job();
    assertThat(run(own).taken()).isEqualTo(3);
    assertThat(stage.history().bulk("other", own.id())).as("nor another's progress").isNull();
  }

  private long count(BulkFixture bulk) {
    return run(bulk.preview().job()).taken();
  }

  private BulkProgress run(BulkJob job) {
    assertThat(stage.tell(new Command.StartBulk(stage.nextRequest(), job))).isEqualTo(Reply.DONE);
    stage.settle();
    return progress(job);
  }

  private BulkProgress progress(BulkJob job) {
    return Objects.requireNonNull(stage.history().bulk(job.customerId(), job.id()));
  }
}
