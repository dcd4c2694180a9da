package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.read.BulkStatus;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Bulk cancellation of messages. */
final class BulkCancelTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void all_waiting_messages_are_cancelled_also_over_crashes() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.succeed();
    fixture.pause(fixture.id(ShardFixture.URL));
    List<EventKey> events = fixture.postMany(1_000);
    BulkJob job = BulkFixture.cancel().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    while (fixture.busy()) {
      fixture.restart();
    }
    assertThat(progress(job).taken()).isEqualTo(1_000);
    assertThat(progress(job).examined()).isEqualTo(1_001);
    assertThat(events)
        .allSatisfy(
            e -> {
              assertThat(fixture.message(e).status()).isEqualTo(MessageStatus.CANCELLED);
              assertThat(fixture.message(e).reason()).isEqualTo(EndReason.BY_REQUEST);
            });
    fixture.enable(fixture.id(ShardFixture.URL));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void those_in_flight_are_delivered_if_they_succeed_else_cancelled() {
    fixture.subscribe(ShardFixture.URL);
    EventKey one = fixture.post();
    EventKey two = fixture.post();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), BulkFixture.cancel().job()));
    fixture.settle();
    fixture.succeed();
    fixture.fail();
    assertThat(fixture.message(one).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.message(two).status()).isEqualTo(MessageStatus.CANCELLED);
  }

  @Test
  void a_preview_counts_and_changes_nothing() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.postMany(250);
    BulkJob job = BulkFixture.cancel().preview().job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    fixture.settle();
    assertThat(progress(job).taken()).isEqualTo(250);
    assertThat(fixture.waiting(ShardFixture.URL)).containsExactly(250, 0, 0);
  }

  @Test
  void it_takes_only_what_waited_before_it_was_made_and_not_what_is_replayed_after() {
    fixture.subscribe(ShardFixture.URL);
    fixture.pause(fixture.id(ShardFixture.URL));
    fixture.postMany(1_000);
    fixture.subscribe("https://second.example/", "OTHER", "UPDATE");
    EventKey replayed =
        fixture.post(fixture.event(ShardFixture.CUSTOMER, "later", "OTHER", "UPDATE", null));
    fixture.succeed();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), BulkFixture.cancel().job()));
    fixture.stepAfter(Duration.ofMillis(1));
    fixture.replay(new MessageId(replayed, 0));
    fixture.settle();
    assertThat(fixture.waiting(ShardFixture.URL)).containsOnly(0);
    assertThat(fixture.message(replayed).status()).isEqualTo(MessageStatus.WAITING);
    fixture.succeed();
    assertThat(fixture.message(replayed).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void ended_messages_are_never_selected() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.succeed();
    BulkJob job = BulkFixture.cancel().status(MessageSelection.Status.DELIVERED).job();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    fixture.settle();
    assertThat(progress(job).taken()).isZero();
  }

  private BulkStatus progress(BulkJob job) {
    return Objects.requireNonNull(fixture.history().bulk(job.customerId(), job.id()));
  }
}
