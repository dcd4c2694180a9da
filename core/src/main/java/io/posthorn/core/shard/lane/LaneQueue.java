package io.posthorn.core.shard.lane;

import io.posthorn.core.message.LanePosition;
import io.posthorn.core.shard.layout.LaneEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of one lane of one endpoint, read ahead into memory; the rest stays in the store.
 *
 * <p>Implementation notes. The window holds every waiting entry up to {@code readTo}, except those
 * in flight; behind {@code readTo} only the store knows, unless {@code complete} says that nothing
 * is there. An entry that arrives behind a full window is therefore not kept here at all, and a
 * million of them cost no memory. The window is full with {@link #READ_AHEAD} entries, unless the
 * memory that lanes share has space for more. {@code floor} is a time before which the store holds
 * nothing of this lane: scans start there and never walk over deleted entries.
 */
public final class LaneQueue {
  /** Enough to keep 32 requests in flight for a while between two reads of the store. */
  public static final int READ_AHEAD = 64;

  private final LaneWindow window = new LaneWindow();
  private final LaneMemory memory;

  /** The entries in shared memory. */
  private int shared;

  private @Nullable LanePosition readTo;
  private boolean complete;
  private long floor;

  /**
   * A lane of which nothing has been read yet.
   *
   * @param floor a time before which the store holds nothing of it
   * @param memory shared with other lanes
   */
  public LaneQueue(long floor, LaneMemory memory) {
    this.floor = floor;
    this.memory = memory;
  }

  public void add(LaneEntry entry) {
    LanePosition position = entry.position();
    floor = Math.min(floor, position.at());
    if (!complete && (readTo == null || position.compareTo(readTo) > 0)) {
      return; // the next read will find it
    }
    window.put(entry);
    if (window.size() <= READ_AHEAD + shared) {
      return;
    }
    if (memory.take(shared)) {
      shared++;
    } else {
      readTo = window.cutTo(READ_AHEAD + shared).position();
      complete = false;
    }
  }

  /** Takes an entry out: it left the lane, or is in flight and must not be offered again. */
  public void take(LanePosition position) {
    window.remove(position);
    giveBack();
    if (complete && (readTo == null || position.compareTo(readTo) > 0)) {
      readTo = position; // all up to here is known, so the floor can follow
    }
  }

  /** Gives shared memory back that the window no longer needs. */
  private void giveBack() {
    int needed = Math.max(0, window.size() - READ_AHEAD);
    if (needed < shared) {
      memory.giveBack(shared - needed);
      shared = needed;
    }
  }

  /** Returns whether an entry is in memory, and so offered without a read of the store. */
  public boolean holds(LanePosition position) {
    return window.contains(position);
  }

  /** Returns whether the store has to be read before {@link #first} returns. */
  public boolean needsRead() {
    return window.isEmpty() && !complete;
  }

  /** The position to continue reading after; null to read from the floor. */
  public @Nullable LanePosition readTo() {
    return readTo;
  }

  /**
   * Adds the entries read after {@link #readTo}.
   *
   * @param entries in order, without those in flight
   * @param end whether there is nothing after them
   */
  public void fill(List<LaneEntry> entries, boolean end) {
    for (LaneEntry entry : entries) {
      window.put(entry);
      readTo = entry.position();
    }
    complete = end;
  }

  /** The entry at the head, or null if all entries are in flight. */
  public @Nullable LaneEntry first() {
    return window.first();
  }

  /** Drops the entries read ahead, which saves memory while the endpoint is held. */
  public void forget(long firstInFlight) {
    raiseFloor(firstInFlight);
    window.clear();
    giveBack();
    readTo = null;
    complete = false;
  }

  /**
   * Moves the floor up to the first entry there is.
   *
   * @param firstInFlight the earliest time of those in flight, whose entries are still in the store
   */
  public void raiseFloor(long firstInFlight) {
    long first = firstInFlight;
    LaneEntry head = window.first();
    if (head != null) {
      first = Math.min(first, head.position().at());
    } else if (readTo != null) {
      first = Math.min(first, readTo.at());
    } else {
      return; // nothing read: nothing known
    }
    raiseFloorTo(first);
  }

  /** Raises the floor to the first entry found in the store. */
  public void raiseFloorTo(long first) {
    floor = Math.max(floor, first);
  }

  public long floor() {
    return floor;
  }
}
