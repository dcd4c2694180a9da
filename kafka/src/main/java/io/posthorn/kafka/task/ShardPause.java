package io.posthorn.kafka.task;

import io.posthorn.core.store.ShardStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * The pause of a failing shard: the records that it holds meanwhile, and its entry in the parked
 * topic. A shard that has just started may have such an entry, and does not know yet whether it
 * still fails.
 */
final class ShardPause {
  private static final Logger LOG = System.getLogger(ShardPause.class.getName());

  private final int number;
  private final HeldRecords held;
  private final ParkedWriter parked;

  /** Read by other threads. */
  private volatile boolean paused;

  /** Read by other threads. */
  private volatile long count;

  ShardPause(int number, ShardStore store, ParkedWriter parked) {
    this.number = number;
    held = new HeldRecords(store);
    count = held.count();
    this.parked = parked;
  }

  boolean paused() {
    return paused;
  }

  /** Returns whether records have to wait: behind the pause, or behind others that did. */
  boolean holds() {
    return paused || !held.isEmpty();
  }

  void hold(ShardInput input) {
    held.add(input);
    count = held.count();
  }

  /** The number of held records. Thread-safe. */
  long count() {
    return count;
  }

  /** The oldest held record, or null. */
  @Nullable ShardInput first() {
    return held.first();
  }

  void removeFirst() {
    held.removeFirst();
    count = held.count();
  }

  /**
   * Pauses the shard.
   *
   * @param blamed whether the shard runs without the first held record
   */
  void begin(Throwable error, boolean blamed) {
    paused = true;
    LOG.log(
        Level.ERROR, "Shard %d fails and is paused, see posthorn parked".formatted(number), error);
    held.pauseReported(blamed);
    parked.paused(ParkedWriter.reason(error));
  }

  /** Ends the pause as an operator asks; returns false if there is none. */
  boolean end(PauseControl control) {
    if (!paused && !held.reported()) {
      return false;
    }
    if (control == PauseControl.DROP) {
      dropFirst();
    }
    paused = false;
    return true;
  }

  private void dropFirst() {
    ShardInput first = held.blamed() ? held.first() : null;
    if (first == null) {
      LOG.log(
          Level.WARNING,
          "Nothing was dropped: no record paused shard %d, which is retried".formatted(number));
      return;
    }
    parked.park(first, "Dropped by an operator from a paused shard.");
    removeFirst();
    held.pauseReported(false);
  }

  /** The shard has made a turn: a pause that was reported is over. */
  void turnMade() {
    if (held.takeReport()) {
      parked.resumed();
    }
  }
}
