package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.layout.SweepKind;
import io.posthorn.core.shard.protocol.RetentionRules;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.stats.StatsRetention;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Removes payloads, records and unmatched events after their retention time, in rounds of bounded
 * steps.
 *
 * <p>Implementation notes. Three passes follow each customer's events at three distances in time
 * (unmatched events, payloads, records), each remembering its progress, so that no step walks over
 * deleted entries. A pass runs a little later than the age it enforces: by then nearly every event
 * has ended, and one examination settles it. The others get a recheck entry for a later moment.
 */
public final class Retention {
  private static final int STEP = 200;

  /**
   * The most events that a turn with intake may examine in addition; turns without intake do the
   * rest.
   */
  private static final int MOST_BESIDE_INTAKE = 2_000;

  private static final long LONGEST_SLACK = 3_600_000;
  private static final long LONGEST_PAUSE = 600_000;
  private static final long SHORTEST_PAUSE = 1_000;

  private final ShardState state;
  private final RetentionReview review;
  private final long[] ages;
  private final long passes;
  private final long pause;
  private final StatsRetention stats;
  private final ArrayDeque<Pass> round = new ArrayDeque<>();
  private long nextRoundAt;
  private long eventsBefore;
  private long messagesBefore;
  private boolean moreToLookAt;

  private record Pass(String customerId, int number) {}

  public Retention(ShardState state, RetentionReview review) {
    this.state = state;
    this.review = review;
    stats = new StatsRetention(state.store);
    RetentionRules rules = state.rules.retention();
    ages = new long[] {rules.unmatched(), rules.deliveredPayloads(), rules.records()};
    passes = Arrays.stream(ages).distinct().count();
    long shortest = Math.min(ages[0], Math.min(ages[1], ages[2]));
    // Frequent for retention times of minutes, so that the work is spread evenly.
    pause = Math.clamp(shortest / 100, SHORTEST_PAUSE, LONGEST_PAUSE);
  }

  /** The delay of a pass beyond the age it enforces. */
  static long slack(long age) {
    return Math.min(age / 10, LONGEST_SLACK);
  }

  public long nextAt() {
    return idle() ? nextRoundAt : 0;
  }

  private boolean idle() {
    return round.isEmpty() && stats.idle() && state.eventIds.idle() && !moreToLookAt;
  }

  public void step() {
    long taken =
        Math.max(state.eventsAccepted() - eventsBefore, state.messagesAccepted() - messagesBefore);
    eventsBefore = state.eventsAccepted();
    messagesBefore = state.messagesAccepted();
    if (idle()) {
      if (state.now() < nextRoundAt) {
        return;
      }
      begin();
    }
    moreToLookAt = lookAgain();
    stats.step();
    // Each pass has to keep up with intake, and to catch up if it is behind.
    int most = STEP + (int) Math.min((1 + passes) * taken, MOST_BESIDE_INTAKE);
    state.eventIds.step(most);
    // A pass with nothing to do still costs a read, so each counts as one.
    for (int left = most; left > 0 && !round.isEmpty(); left--) {
      EventBatch seen = follow(round.element(), left);
      if (!seen.more()) {
        round.remove();
      }
      left -= seen.weight();
    }
  }

  private void begin() {
    nextRoundAt = state.now() + pause;
    forgetJobs();
    stats.begin(state.now() - state.rules.retention().records());
    state.eventIds.begin();
    for (String customerId : state.events.customers()) {
      for (int number = 0; number < ages.length; number++) {
        if (!sameAsBefore(number)) {
          round.add(new Pass(customerId, number));
        }
      }
    }
  }

  /** One examination applies all rules of an age, so one pass per age is enough. */
  private boolean sameAsBefore(int number) {
    for (int before = 0; before < number; before++) {
      if (ages[before] == ages[number]) {
        return true;
      }
    }
    return false;
  }

  /** Removes the records of old bulk jobs; there are few of them. */
  private void forgetJobs() {
    List<byte[]> old = new ArrayList<>();
    byte[] from = SweepKind.BULK.key().toBytes();
    long lastEnd = state.now() - state.rules.retention().records();
    state.store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          long finishedAt = BulkProgress.decode(key, value).finishedAt();
          return !(finishedAt > 0 && finishedAt <= lastEnd) || old.add(key);
        });
    old.forEach(state.store::delete);
  }

  /** A step of a pass. */
  private EventBatch follow(Pass pass, int most) {
    long age = ages[pass.number()];
    long until = state.now() - age - slack(age);
    EventKey[] done = progress(pass.customerId());
    byte[] from = StoreKeys.after(StoreKeys.event(pass.customerId(), done[pass.number()]));
    byte[] to = StoreKeys.eventsFrom(pass.customerId(), Math.max(0, until));
    EventBatch stretch = EventBatch.read(state, pass.customerId(), from, to, most);
    if (!stretch.isEmpty()) {
      stretch.forEach(review::look);
      done[pass.number()] = stretch.lastKey();
      remember(pass.customerId(), done);
    }
    return stretch;
  }

  /** Examines events whose recheck is due; true if there may be more of them. */
  private boolean lookAgain() {
    List<byte[]> due = new ArrayList<>();
    byte[] to = ByteWriter.key(Table.RECHECK).u64(state.now() + 1).toBytes();
    state.store.scan(
        StoreKeys.table(Table.RECHECK), to, (key, value) -> due.add(key) && due.size() < STEP);
    int looked = 0;
    int weight = 0;
    while (looked < due.size() && weight < STEP) {
      weight += lookAgain(due.get(looked));
      looked++;
    }
    return looked < due.size() || due.size() == STEP;
  }

  /** Examines the event of a recheck entry; returns its weight. */
  private int lookAgain(byte[] note) {
    state.store.delete(note);
    EventKey key = StoreKeys.eventKey(note);
    StoredEvent event = state.events.get(StoreKeys.recheckedCustomer(note), key);
    if (event == null) {
      return 1;
    }
    review.look(state.messages.whole(key, event));
    return EventBatch.weight(event);
  }

  private EventKey[] progress(String customerId) {
    EventKey[] done = new EventKey[ages.length];
    byte[] value = state.store.get(StoreKeys.customer(Table.RETENTION, customerId));
    ByteReader in = value == null ? null : new ByteReader(value);
    for (int i = 0; i < done.length; i++) {
      done[i] = in == null ? new EventKey(0, 0) : EventKey.read(in);
    }
    return done;
  }

  private void remember(String customerId, EventKey[] done) {
    ByteWriter out = new ByteWriter(48);
    for (EventKey key : done) {
      key.write(out);
    }
    state.store.put(StoreKeys.customer(Table.RETENTION, customerId), out.toBytes());
  }
}
