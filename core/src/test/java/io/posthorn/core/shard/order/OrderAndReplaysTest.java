package io.posthorn.core.shard.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.SkipReason;
import io.posthorn.core.shard.read.BulkStatus;
import io.posthorn.core.shard.sweep.BulkFixture;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Order per object when many messages are replayed or retried, and the time a replay is held. */
final class OrderAndReplaysTest {
  private static final String URL = ShardFixture.URL;

  private final OrderFixture fixture = new OrderFixture();
  private final ShardFixture shard = fixture.shard;

  private BulkStatus run(BulkJob job) {
    shard.execute(new Command.StartBulk(shard.nextRequest(), job));
    shard.settle();
    return Objects.requireNonNull(shard.history().bulk(job.customerId(), job.id()));
  }

  @Test
  void many_replays_join_their_key_in_the_order_of_acceptance() {
    fixture.subscribe(URL);
    List<EventKey> accepted = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      accepted.add(fixture.post("a"));
    }
    shard.succeedAll();

    assertThat(run(BulkFixture.replay().job()).taken()).isEqualTo(5);

    List<EventKey> started = new ArrayList<>();
    while (!shard.inFlight.isEmpty()) {
      started.add(shard.sent().ticket().message().event());
      shard.succeed();
    }
    assertThat(started).isEqualTo(accepted);
  }

  @Test
  void a_long_row_of_replays_is_not_walked_over_for_each_of_them() {
    fixture.subscribe(URL);
    int many = 500;
    for (int i = 0; i < many; i++) {
      fixture.post("a");
      shard.succeed();
    }
    assertThat(run(BulkFixture.replay().job()).taken()).isEqualTo(many);
    shard.counted.rememberRemains();
    shard.counted.reset();

    shard.succeedAll();

    assertThat(shard.behind(URL)).isZero();
    assertThat(shard.counted.remainsVisited()).isLessThan(10L * many);
  }

  @Test
  void messages_that_return_come_before_replays_that_joined_meanwhile() {
    // The floor of a key is lowered by what joins before it.
    Subscription subscription = fixture.subscribe(URL);
    EventKey replayed = fixture.post("a");
    shard.succeed();
    EventKey first = fixture.post("a");
    EventKey second = fixture.post("a");
    shard.fail();
    shard.replay(OrderFixture.id(replayed));
    Subscription moved =
        fixture.change(
            subscription,
            SubscriptionFixture.like(subscription).url("https://new.example/hook").done());
    shard.settle();
    fixture.change(moved, SubscriptionFixture.like(moved).url(URL).done());
    shard.settle();

    shard.pass(Duration.ofMillis(84_800));
    List<EventKey> started = new ArrayList<>();
    while (!shard.inFlight.isEmpty()) {
      started.add(shard.sent().ticket().message().event());
      shard.succeed();
      shard.settle();
    }
    assertThat(started).containsExactly(first, second, replayed);
  }

  @Test
  void a_bulk_retry_skips_a_message_behind_another() {
    fixture.subscribe(URL);
    fixture.post("a");
    EventKey behind = fixture.post("a");
    shard.fail();

    BulkStatus result = run(BulkFixture.retry().job());

    assertThat(result.taken()).isEqualTo(1);
    assertThat(result.skipped()).isEqualTo(Map.of(SkipReason.ORDER, 1L));
    assertThat(shard.message(behind).isBehind()).isTrue();
  }

  @Test
  void held_time_of_a_replay_counts_from_the_replay() {
    long lifetime = Rules.DEFAULT.retry().lifetime();
    fixture.subscribe(URL);
    EventKey replayed = fixture.post("a");
    shard.succeed();
    shard.pass(Duration.ofHours(10));
    EventKey head = fixture.post("a");
    shard.replay(OrderFixture.id(replayed));
    shard.pass(Duration.ofHours(1));
    shard.pause(URL);
    shard.succeed(); // it becomes the head while it is held
    assertThat(shard.message(head).status()).isEqualTo(MessageStatus.DELIVERED);

    shard.goTo(Duration.ofHours(10).plusMillis(lifetime - 1));
    assertThat(shard.message(replayed).status()).isEqualTo(MessageStatus.WAITING);
    shard.pass(Duration.ofMillis(1));
    assertThat(shard.message(replayed).reason()).isEqualTo(EndReason.EXPIRED);
  }
}
