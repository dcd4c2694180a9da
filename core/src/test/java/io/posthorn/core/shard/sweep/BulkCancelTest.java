package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Cancelling many at once. */
final class BulkCancelTest {
  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void all_waiting_messages_are_cancelled_also_over_crashes() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.succeed();
    stage.pause(stage.id(ShardFixture.URL));
    List<EventKey> events = stage.postMany(1_000);
    BulkJob job = BulkFixture.cancel().job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    while (stage.busy()) {
      stage.restart();
    }
    assertThat(progress(job).taken()).isEqualTo(1_000);
    assertThat(progress(job).examined()).isEqualTo(1_001);
    assertThat(events)
        .allSatisfy(
            e -> {
              assertThat(stage.message(e).status()).isEqualTo(MessageStatus.CANCELLED);
              assertThat(stage.message(e).reason()).isEqualTo(EndReason.BY_REQUEST);
            });
    stage.enable(stage.id(ShardFixture.URL));
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void those_in_flight_are_delivered_if_they_succeed_else_cancelled() {
    stage.subscribe(ShardFixture.URL);
    EventKey one = stage.post();
    EventKey two = stage.post();
    stage.tell(new Command.StartBulk(stage.nextRequest(), BulkFixture.cancel().job()));
    stage.settle();
    stage.succeed();
    stage.fail();
    assertThat(stage.message(one).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.message(two).status()).isEqualTo(MessageStatus.CANCELLED);
  }

  @Test
  void a_preview_counts_and_changes_nothing() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    stage.postMany(250);
    BulkJob job = BulkFixture.cancel().preview().job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    stage.settle();
    assertThat(progress(job).taken()).isEqualTo(250);
    assertThat(stage.waiting(ShardFixture.URL)).containsExactly(250, 0, 0);
  }

  @Test
  void it_takes_only_what_waited_before_it_was_made_and_not_what_is_replayed_after() {
    stage.subscribe(ShardFixture.URL);
    stage.pause(stage.id(ShardFixture.URL));
    stage.postMany(1_000);
    stage.subscribe("https://second.example/", "OTHER", "UPDATE");
    EventKey replayed =
        stage.post(stage.event(ShardFixture.CUSTOMER, "later", "OTHER", "UPDATE", null));
    stage.succeed();
    stage.tell(new Command.StartBulk(stage.nextRequest(), BulkFixture.cancel().job()));
    stage.stepAfter(Duration.ofMillis(1));
    stage.replay(new MessageId(replayed, 0));
    stage.settle();
    assertThat(stage.waiting(ShardFixture.URL)).containsOnly(0);
    assertThat(stage.message(replayed).status()).isEqualTo(MessageStatus.WAITING);
    stage.succeed();
    assertThat(stage.message(replayed).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void ended_messages_are_never_meant() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.succeed();
    BulkJob job = BulkFixture.cancel().status(MessageStatus.DELIVERED).job();
    stage.tell(new Command.StartBulk(stage.nextRequest(), job));
    stage.settle();
    assertThat(progress(job).taken()).isZero();
  }

  private BulkProgress progress(BulkJob job) {
    return Objects.requireNonNull(stage.history().bulk(job.customerId(), job.id()));
  }
}
