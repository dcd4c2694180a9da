package io.posthorn.core.shard.state;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The delivery pauses: for all, and for single customers.
 *
 * <p>Implementation notes. A pause holds as soon as it is set, because each start of a request asks
 * {@link #paused}. Its other effects on endpoints follow in {@link #step}, on a bounded number of
 * them in each turn: one customer may have 100,000. An endpoint that is due before the end of a
 * pause has reached it asks {@link #endsFor} first. The rest of the work is stored, so that a
 * restart continues it.
 */
public final class DeliveryPauses {
  /** The endpoints that one turn reaches: a few milliseconds. */
  public static final int STEP = 500;

  private static final byte[] ON = {1};
  private static final byte[] CHANGES = StoreKeys.meta("delivery-pause-changes");

  private final ShardStore store;
  private final Endpoints endpoints;
  private final TreeSet<String> paused = new TreeSet<>();
  private final ArrayDeque<PauseChange> changes = new ArrayDeque<>();
  private boolean allPaused;
  private boolean stored;

  DeliveryPauses(ShardStore store, Endpoints endpoints) {
    this.store = store;
    this.endpoints = endpoints;
    allPaused = store.get(Directory.pauseKey(null)) != null;
    byte[] from = StoreKeys.table(Table.CUSTOMER);
    store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          paused.add(new ByteReader(key, 1).word());
          return true;
        });
    byte[] left = store.get(CHANGES);
    if (left != null) {
      stored = true;
      ByteReader in = new ByteReader(left);
      while (!in.atEnd()) {
        changes.add(PauseChange.read(in));
      }
    }
  }

  public boolean paused(String customerId) {
    return allPaused || paused.contains(customerId);
  }

  /** Sets or clears a pause; null means all customers. */
  public void set(@Nullable String customerId, boolean on, ShardState state) {
    boolean before = customerId == null ? allPaused : paused(customerId);
    changes.add(new PauseChange(customerId, on, before, state.now()));
    if (customerId == null) {
      allPaused = on;
    } else if (on) {
      paused.add(customerId);
    } else {
      paused.remove(customerId);
    }
    byte[] key = Directory.pauseKey(customerId);
    if (on) {
      store.put(key, ON);
    } else {
      store.delete(key);
    }
    step(state);
  }

  /** Returns whether changes have not reached all their endpoints yet. */
  public boolean pending() {
    return !changes.isEmpty();
  }

  /** Lets changes reach some more endpoints. */
  public void step(ShardState state) {
    if (changes.isEmpty()) {
      return;
    }
    int left = STEP;
    while (left > 0 && !changes.isEmpty()) {
      PauseChange change = changes.element();
      List<Endpoint> some = endpoints.behind(change.customerId, change.reachedTo(), left);
      for (Endpoint endpoint : some) {
        if (change.reach(endpoint)) {
          reach(change, endpoint, state);
        }
      }
      if (some.size() < left) {
        changes.remove();
      } else {
        change.reachedTo(some.getLast().id());
      }
      left -= Math.max(1, some.size());
    }
    save();
  }

  private void reach(PauseChange change, Endpoint endpoint, ShardState state) {
    if (change.on && endpoint.waiting() > 0) {
      state.lanes.forget(endpoint);
      state.touch(endpoint);
    } else if (!change.on) {
      if (wasPaused(change, endpoint)) {
        endpoint.restart();
      }
      state.touch(endpoint);
    }
  }

  /**
   * Lets the ends of pauses reach an endpoint that is due: as after any other hold, a single
   * request tests whether it is up.
   */
  public void endsFor(Endpoint endpoint) {
    if (changes.isEmpty()) {
      return;
    }
    for (PauseChange change : changes) {
      if (!change.on && change.reach(endpoint) && wasPaused(change, endpoint)) {
        endpoint.restart();
        endpoints.changed(endpoint);
      }
    }
  }

  private boolean wasPaused(PauseChange change, Endpoint endpoint) {
    return change.allWerePaused || paused.contains(endpoint.customerId());
  }

  private void save() {
    if (changes.isEmpty()) {
      if (stored) {
        store.delete(CHANGES);
      }
    } else {
      ByteWriter out = new ByteWriter(64);
      changes.forEach(change -> change.write(out));
      store.put(CHANGES, out.toBytes());
    }
    stored = !changes.isEmpty();
  }
}
