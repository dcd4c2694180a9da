package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.layout.SweepKind;
import io.posthorn.core.shard.protocol.RetentionRules;
import io.posthorn.core.shard.state.CustomerWalk;
import io.posthorn.core.shard.state.Messages.EventWithMessages;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.stats.StatsRetention;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sweep that removes payloads, records and unmatched events after their retention time, in
 * rounds of bounded steps.
 *
 * <p>Implementation notes. Three passes follow each customer's events at three distances in time
 * (unmatched events, payloads, records), each remembering its progress, so that no step walks over
 * deleted entries. A pass runs a little later than the age it enforces: by then nearly every event
 * has ended, and one examination settles it. The others get a recheck entry for a later time.
 */
public final class Retention {
  private static final int STEP = 200;

  /** The most events that a turn with new events examines; idle turns examine the rest. */
  private static final int MOST_BESIDE_INTAKE = 2_000;

  /** Fewer adjacent events are removed key by key: a store keeps account of each range. */
  private static final int FEWEST_IN_RANGE = 4;

  private static final long LONGEST_SLACK = 3_600_000;
  private static final long LONGEST_PAUSE = 600_000;
  private static final long SHORTEST_PAUSE = 1_000;

  private final ShardState state;
  private final Eraser eraser;
  private final RetentionDecision review;
  private final long[] ages;
  private final long passes;
  private final long pause;
  private final StatsRetention stats;
  private final ArrayDeque<Pass> round = new ArrayDeque<>();

  /** The customers that this round has not come to; null once it has come to all. */
  private @Nullable CustomerWalk customers;

  /** The event that a pass examines in parts. */
  private @Nullable LargeEvent passing;

  /** The event that is examined again, in parts. */
  private @Nullable LargeEvent rechecked;

  /** True if the next part of that event follows. */
  private boolean unfinished;

  private long nextRoundAt;
  private long eventsBefore;
  private long messagesBefore;
  private boolean moreToExamine;

  /** The bulk job at which this round continues; null once it has examined them all. */
  private byte @Nullable [] jobs;

  private record Pass(String customerId, int number) {}

  public Retention(ShardState state, Eraser eraser) {
    this.state = state;
    this.eraser = eraser;
    review = new RetentionDecision(state, eraser);
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
    return round.isEmpty()
        && customers == null
        && jobs == null
        && stats.idle()
        && state.eventIds.idle()
        && !moreToExamine;
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
    moreToExamine = examineAgain();
    forgetJobs();
    stats.step();
    // Each pass has to keep up with intake, and to catch up if it is behind.
    int most = STEP + (int) Math.min((1 + passes) * taken, MOST_BESIDE_INTAKE);
    state.eventIds.step(most);
    // A pass with nothing to do still costs a read, so each counts as one.
    for (int left = most; left > 0 && nextPass() != null; left--) {
      EventBatch seen = follow(round.element(), left);
      if (!seen.more()) {
        round.remove();
      }
      left -= seen.weight();
    }
  }

  private void begin() {
    nextRoundAt = state.now() + pause;
    jobs = SweepKind.BULK.key().toBytes();
    stats.begin(state.now() - state.rules.retention().records());
    state.eventIds.begin();
    customers = state.events.customers();
  }

  /** The pass that this round is at, if need be the first one of the next customer. */
  private @Nullable Pass nextPass() {
    String customerId = round.isEmpty() && customers != null ? customers.next() : null;
    if (customerId != null) {
      for (int number = 0; number < ages.length; number++) {
        if (!sameAsBefore(number)) {
          round.add(new Pass(customerId, number));
        }
      }
    } else if (round.isEmpty()) {
      customers = null;
    }
    return round.peek();
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

  /** Removes some of the records of old bulk jobs. */
  private void forgetJobs() {
    byte[] from = jobs;
    if (from == null) {
      return;
    }
    List<byte[]> seen = new ArrayList<>();
    List<byte[]> old = new ArrayList<>();
    long lastEnd = state.now() - state.rules.retention().records();
    state.store.scan(
        from,
        StoreKeys.endOf(SweepKind.BULK.key().toBytes()),
        (key, value) -> {
          seen.add(key);
          long finishedAt = BulkProgress.decode(key, value).finishedAt();
          if (finishedAt > 0 && finishedAt <= lastEnd) {
            old.add(key);
          }
          return seen.size() < STEP;
        });
    old.forEach(state.store::delete);
    jobs = seen.size() < STEP ? null : StoreKeys.after(seen.getLast());
  }

  /** A step of a pass. */
  private EventBatch follow(Pass pass, int most) {
    long age = ages[pass.number()];
    long until = state.now() - age - slack(age);
    EventKey[] done = progress(pass.customerId());
    byte[] from = StoreKeys.after(StoreKeys.event(pass.customerId(), done[pass.number()]));
    byte[] to = StoreKeys.eventsFrom(pass.customerId(), Math.max(0, until));
    EventBatch batch = EventBatch.read(state, pass.customerId(), from, to, most);
    batch.ifLarge(
        (key, event) -> {
          LargeEvent large = LargeEvent.of(state, key, passing);
          passing = large;
          if (review.examinePart(key, event, large)) {
            large.close();
            passing = null;
            done[pass.number()] = key;
            remember(pass.customerId(), done);
          }
        });
    if (!batch.isEmpty()) {
      erase(batch, done[pass.number()]);
      done[pass.number()] = batch.lastKey();
      remember(pass.customerId(), done);
    }
    return batch;
  }

  /**
   * Examines a batch and erases what is due: adjacent events together, up to one that stays.
   *
   * @param before the last event before the batch
   */
  private void erase(EventBatch batch, EventKey before) {
    List<EventWithMessages> due = new ArrayList<>();
    EventKey behind = before;
    for (EventWithMessages whole : batch.events()) {
      if (review.examine(whole)) {
        due.add(whole);
      } else {
        eraseAdjacent(behind, due);
        behind = whole.key();
      }
    }
    eraseAdjacent(behind, due);
  }

  private void eraseAdjacent(EventKey behind, List<EventWithMessages> due) {
    if (due.size() < FEWEST_IN_RANGE) {
      due.forEach(eraser::eraseKeepingId);
    } else {
      eraser.eraseKeepingIds(behind, due);
    }
    due.clear();
  }

  /** Examines events whose recheck is due; true if there may be more of them. */
  private boolean examineAgain() {
    List<byte[]> due = new ArrayList<>();
    byte[] to = ByteWriter.key(Table.RECHECK).u64(state.now() + 1).toBytes();
    state.store.scan(
        StoreKeys.table(Table.RECHECK), to, (key, value) -> due.add(key) && due.size() < STEP);
    unfinished = false;
    int examined = 0;
    int weight = 0;
    while (examined < due.size() && weight < STEP) {
      weight += examineAgain(due.get(examined));
      examined++;
    }
    return examined < due.size() || due.size() == STEP || unfinished;
  }

  /** Examines the event of a recheck entry; returns its weight. */
  private int examineAgain(byte[] note) {
    EventKey key = StoreKeys.eventKey(note);
    StoredEvent event = state.events.get(StoreKeys.recheckedCustomer(note), key);
    if (event != null && LargeEvent.is(event)) {
      LargeEvent large = LargeEvent.of(state, key, rechecked);
      rechecked = large;
      unfinished = !review.examinePart(key, event, large);
      if (!unfinished) {
        state.store.delete(note);
        large.close();
        rechecked = null;
      }
      return STEP;
    }
    state.store.delete(note);
    if (event == null) {
      return 1;
    }
    EventWithMessages whole = state.messages.whole(key, event);
    if (review.examine(whole)) {
      eraser.eraseKeepingId(whole);
    }
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
