package io.posthorn.core.shard.sweep;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.SweepKind;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sweep that erases a customer: cancels and removes all its data, until only the audit entry is
 * left.
 *
 * <p>Implementation notes. Every shard gets the command to erase a customer, at different times,
 * and another shard may have sent a subscription, message or event of the customer just before. So
 * each shard informs all others that it has started, and a sweep is finished only after all of them
 * have: until then the shard refuses what arrives for the customer. A customer may be erased again
 * meanwhile, so the sweep counts the commands that this shard got, minus those that another one has
 * reported.
 */
public final class EraseSweep implements Sweep {
  private static final List<Table> OF_CUSTOMERS =
      List.of(Table.EVENT_ID, Table.TAKEN_ID, Table.RETENTION, Table.STATS, Table.CIRCUIT);

  private final ShardState state;
  private final Eraser eraser;
  private final String customerId;
  private long erasedEvents;
  private boolean finished;

  /** By shard: the erasures that it has not started yet, or (negative) this one; never zero. */
  private final TreeMap<Integer, Integer> awaited = new TreeMap<>();

  /** Nothing is left here, and only other shards are awaited. */
  private boolean swept;

  /** The last event erased; null to start at the first one. */
  private @Nullable EventKey event;

  /** The last recheck entry examined; null before the first. */
  private byte @Nullable [] note;

  public EraseSweep(ShardState state, Eraser eraser, String customerId) {
    this.state = state;
    this.eraser = eraser;
    this.customerId = customerId;
    state.erasing.add(customerId);
  }

  static EraseSweep resume(ShardState state, Eraser eraser, byte[] key, byte[] value) {
    EraseSweep sweep = new EraseSweep(state, eraser, StoreKeys.erasedCustomer(key));
    ByteReader in = new ByteReader(value);
    sweep.erasedEvents = in.varint();
    sweep.finished = in.flag();
    sweep.note = in.maybeBlob();
    sweep.event = in.flag() ? EventKey.read(in) : null;
    for (long shards = in.varint(); shards > 0; shards--) {
      sweep.awaited.put((int) in.varint(), in.u32());
    }
    return sweep;
  }

  @Override
  public byte[] key() {
    return StoreKeys.erasing(customerId);
  }

  @Override
  public byte[] encode() {
    ByteWriter out = new ByteWriter(64).varint(erasedEvents).flag(finished).maybeBlob(note);
    out.flag(event != null);
    if (event != null) {
      event.write(out);
    }
    out.varint(awaited.size());
    awaited.forEach((shard, erasures) -> out.varint(shard).u32(erasures));
    return out.toBytes();
  }

  /** This shard got the command to erase the customer. */
  void startHere() {
    for (int shard = 0; shard < state.assignment.shards(); shard++) {
      if (shard != state.identity.shard()) {
        count(shard, 1);
      }
    }
  }

  /** Another shard got it, and sends nothing of the customer's any more. */
  void startedIn(int shard) {
    count(shard, -1);
  }

  private void count(int shard, int erasures) {
    awaited.merge(shard, erasures, (a, b) -> a + b == 0 ? null : a + b);
    swept &= !awaited.isEmpty();
  }

  @Override
  public void step() {
    if (idle()) {
      return;
    }
    byte[] all = StoreKeys.customer(Table.EVENT, customerId);
    byte[] from = event == null ? all : StoreKeys.after(StoreKeys.event(customerId, event));
    EventBatch events = EventBatch.read(state, customerId, from, StoreKeys.endOf(all), STEP);
    if (events.ifLarge(eraser::eraseLast)) {
      return; // its other messages follow in the next steps
    }
    events.events().forEach(eraser::erase);
    erasedEvents += events.size();
    if (events.isEmpty() && event != null) {
      event = null; // start over: nothing may be left
    } else if (events.isEmpty() && !awaited.isEmpty()) {
      swept = true;
    } else if (events.isEmpty()) {
      finished = eraseLeftovers();
    } else {
      event = events.lastKey();
    }
  }

  /** Erases what is not reachable through events: event ids, jobs, endpoints, delivery pauses. */
  private boolean eraseLeftovers() {
    List<byte[]> keys = new ArrayList<>();
    for (Table table : OF_CUSTOMERS) {
      byte[] from = StoreKeys.customer(table, customerId);
      state.store.scan(
          from, StoreKeys.endOf(from), (key, value) -> keys.add(key) && keys.size() < STEP);
    }
    boolean jobsRun = collectJobs(keys);
    keys.forEach(state.store::delete);
    if (!keys.isEmpty() || jobsRun || !eraseNotes() || !eraseSubscriptionEndpoints()) {
      return false;
    }
    List<Endpoint> endpoints = state.endpoints.ofCustomer(customerId, STEP);
    endpoints.forEach(state::remove);
    if (endpoints.size() == STEP) {
      return false;
    }
    state.deliveryPauses.set(customerId, false, state);
    state.store.delete(Directory.customerKey(customerId));
    state.erasing.remove(customerId);
    return true;
  }

  /** Erases where its subscriptions' messages were listed; nothing adds to these any more. */
  private boolean eraseSubscriptionEndpoints() {
    List<byte[]> keys = new ArrayList<>();
    byte[] from = StoreKeys.customer(Table.SUBSCRIPTION_ENDPOINT, customerId);
    state.store.scan(
        from, StoreKeys.endOf(from), (key, value) -> keys.add(key) && keys.size() < STEP);
    keys.forEach(state.store::delete);
    return keys.size() < STEP;
  }

  /** Collects the records of finished bulk jobs; returns whether others still run. */
  private boolean collectJobs(List<byte[]> keys) {
    int[] read = {0};
    boolean[] running = {false};
    byte[] from = SweepKind.BULK.key().word(customerId).toBytes();
    state.store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          boolean ended = BulkProgress.decode(key, value).finishedAt() > 0;
          running[0] |= !ended;
          if (ended) {
            keys.add(key);
          }
          return ++read[0] < STEP;
        });
    return running[0];
  }

  /**
   * Erases recheck entries, which are ordered by time and not by customer: a walk over all of them.
   */
  private boolean eraseNotes() {
    List<byte[]> notes = new ArrayList<>();
    byte[] all = StoreKeys.table(Table.RECHECK);
    state.store.scan(
        note == null ? all : StoreKeys.after(note),
        StoreKeys.endOf(all),
        (key, value) -> notes.add(key) && notes.size() < STEP);
    for (byte[] key : notes) {
      if (StoreKeys.recheckedCustomer(key).equals(customerId)) {
        state.store.delete(key);
      }
      note = key;
    }
    return notes.size() < STEP;
  }

  @Override
  public boolean finished() {
    return finished;
  }

  @Override
  public boolean idle() {
    return swept;
  }

  @Override
  public boolean keepsRecord() {
    return false;
  }
}
