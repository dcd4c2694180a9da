package io.posthorn.core.shard.state;

import io.posthorn.core.message.LanePosition;
import io.posthorn.core.shard.layout.LaneEntry;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The head of one lane of one endpoint, read ahead into memory; the rest stays in the store.
 *
 * <p>Implementation notes. The window holds every waiting entry up to {@code readTo}, except those
 * in flight; behind {@code readTo} only the store knows, unless {@code complete} says that nothing
 * is there. An entry that arrives behind a full window is therefore not kept here at all, and a
 * million of them cost no memory. {@code floor} is a moment before which the store holds nothing of
 * this lane: scans start there and never walk over the remains of what was sent before.
 */
public final class LaneQueue {
  /** Enough to keep an endpoint's 32 places busy for a while between two reads of the store. */
  public static final int READ_AHEAD = 64;

  private final TreeMap<LanePosition, LaneEntry> window = new TreeMap<>();
  private @Nullable LanePosition readTo;
  private boolean complete;
  private long floor;

  /** A lane of which nothing has been read yet. */
  public LaneQueue(long floor) {
    this.floor = floor;
  }

  void add(LaneEntry entry) {
    LanePosition position = entry.position();
    floor = Math.min(floor, position.at());
    if (!complete && (readTo == null || position.compareTo(readTo) > 0)) {
      return; // the next read will find it
    }
    window.put(position, entry);
    if (window.size() > READ_AHEAD) {
      window.pollLastEntry();
      readTo = window.lastKey();
      complete = false;
    }
  }

  /** It is gone from the lane, or in flight and not to be offered again. */
  public void take(LanePosition position) {
    window.remove(position);
    if (complete && (readTo == null || position.compareTo(readTo) > 0)) {
      readTo = position; // all up to here is known, so the floor can follow
    }
  }

  /** Whether the store has to be read before {@link #first} can answer. */
  boolean needsRead() {
    return window.isEmpty() && !complete;
  }

  /** The position to read on behind; null to read from the floor. */
  @Nullable LanePosition readTo() {
    return readTo;
  }

  /**
   * Takes in what was read behind {@link #readTo}.
   *
   * @param entries in order, without those in flight
   * @param end whether there is nothing behind them
   */
  void fill(List<LaneEntry> entries, boolean end) {
    for (LaneEntry entry : entries) {
      window.put(entry.position(), entry);
      readTo = entry.position();
    }
    complete = end;
  }

  /** The entry at the head, or null where the lane holds none that is not in flight. */
  public @Nullable LaneEntry first() {
    return window.isEmpty() ? null : window.firstEntry().getValue();
  }

  /** Forgets what was read, which saves memory while the lane is held. */
  void forget(long firstInFlight) {
    raiseFloor(firstInFlight);
    window.clear();
    readTo = null;
    complete = false;
  }

  /**
   * Moves the floor up to the first entry there is.
   *
   * @param firstInFlight the earliest moment of those in flight, whose entries are in the store yet
   */
  public void raiseFloor(long firstInFlight) {
    long first = firstInFlight;
    if (!window.isEmpty()) {
      first = Math.min(first, window.firstKey().at());
    } else if (readTo != null) {
      first = Math.min(first, readTo.at());
    } else {
      return; // nothing read: nothing known
    }
    raiseFloorTo(first);
  }

  /** Moves the floor up to where a look into the store found the first entry. */
  void raiseFloorTo(long first) {
    floor = Math.max(floor, first);
  }

  public long floor() {
    return floor;
  }
}
