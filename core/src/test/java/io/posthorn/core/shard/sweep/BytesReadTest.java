package io.posthorn.core.shard.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.read.BulkStatus;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.shard.read.MessagePage;
import io.posthorn.core.shard.read.MessageQuery;
import io.posthorn.core.store.MeteredView;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * However large the events are: every step of a sweep and every page of a list reads a bounded
 * number of bytes, and no event is read where the record of a message says enough.
 */
final class BytesReadTest {
  private static final int EVENTS = 60;
  private static final int SIZE = 500_000;

  /** The most that a step may read, and one event more. */
  private static final long STEP = (long) Sweep.KEYS * MeteredView.PIECE + SIZE + 10_000;

  private final ShardFixture fixture = ShardFixture.withDefaults();
  private final Subscription subscription = fixture.subscribe(ShardFixture.URL);

  @Test
  void a_step_of_a_replay_of_large_messages_reads_a_bounded_number_of_bytes() {
    fixture.pause(ShardFixture.URL);
    postLarge().forEach(fixture::cancel);
    fixture.restart(); // forgets the events that it had in memory
    BulkJob job = BulkFixture.replay().status(MessageSelection.Status.CANCELLED).preview().job();

    fixture.counted.reset();
    fixture.execute(new Command.StartBulk(fixture.nextRequest(), job));
    assertThat(fixture.counted.bytesRead()).isLessThan(STEP);
    while (progress(job).finishedAt() == 0) {
      fixture.counted.reset();
      fixture.step();
      assertThat(fixture.counted.bytesRead()).isLessThan(STEP);
    }

    assertThat(progress(job).taken()).isEqualTo(EVENTS);
  }

  @Test
  void expiry_does_not_read_the_events_of_messages_that_were_never_attempted() {
    fixture.pause(ShardFixture.URL);
    List<EventKey> events = postLarge();
    fixture.restart();
    fixture.counted.reset();

    fixture.stepAfter(Duration.ofHours(49));

    assertThat(fixture.message(events.getLast()).status()).isEqualTo(MessageStatus.DROPPED);
    // A step of retention in the same turn reads a few.
    assertThat(fixture.counted.reads(Table.EVENT)).isLessThan(EVENTS / 5);
  }

  @Test
  void cancelling_what_a_deleted_subscription_left_does_not_read_the_events() {
    fixture.pause(ShardFixture.URL);
    List<EventKey> events = postLarge();
    fixture.restart();
    fixture.counted.reset();

    fixture.delete(subscription);
    fixture.settle();

    assertThat(fixture.message(events.getLast()).status()).isEqualTo(MessageStatus.CANCELLED);
    assertThat(fixture.counted.bytesRead()).isLessThan(SIZE);
  }

  @Test
  void a_page_whose_filter_reads_large_events_reads_a_bounded_number_of_bytes() {
    fixture.pause(ShardFixture.URL);
    for (int i = 0; i < 3; i++) {
      postLarge();
    }
    MessageSelection nothing =
        MessageSelection.ALL
            .withEndpoint(fixture.id(ShardFixture.URL))
            .withEvent(new EventCriteria(null, null, "no"));
    int pages = 0;
    MessageId before = null;
    do {
      fixture.counted.reset();
      MessagePage page =
          new History(fixture.counted)
              .list(
                  new MessageQuery(ShardFixture.CUSTOMER, nothing, 100, before), message -> false);
      assertThat(page.messages()).isEmpty();
      assertThat(fixture.counted.bytesRead()).isLessThan(10_000L * MeteredView.PIECE + 2 * SIZE);
      before = page.next();
      pages++;
    } while (before != null);

    assertThat(pages).isGreaterThan(2); // 90 MB, of which it reads each twice
  }

  private List<EventKey> postLarge() {
    String state = "{\"a\":\"" + "x".repeat(SIZE) + "\"}";
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      events.add(fixture.post(fixture.event("large-" + fixture.nextRequest(), state)));
    }
    return events;
  }

  private BulkStatus progress(BulkJob job) {
    return Objects.requireNonNull(fixture.history().bulk(job.customerId(), job.id()));
  }
}
