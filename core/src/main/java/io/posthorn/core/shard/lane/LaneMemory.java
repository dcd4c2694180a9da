package io.posthorn.core.shard.lane;

/**
 * Memory for waiting messages that all first lanes share, beside the few that each lane may always
 * have in memory. New messages that wait in memory are not written to their lanes.
 *
 * <p>Implementation notes. A lane may grow while it has less than half of what is free: one long
 * lane gets a third of the whole, and a hundred lanes get about the same each.
 */
public final class LaneMemory {
  /** A second of deliveries on two cores, which take about 400 bytes each. */
  public static final int MOST = 32_768;

  /** No memory to share. */
  public static final LaneMemory NONE = new LaneMemory(0);

  private int free;

  public LaneMemory(int free) {
    this.free = free;
  }

  /**
   * Takes memory for one more message.
   *
   * @param taken by the same lane so far
   * @return false if the lane has its part already
   */
  boolean take(int taken) {
    if (taken >= free / 2) {
      return false;
    }
    free--;
    return true;
  }

  void giveBack(int messages) {
    free += messages;
  }
}
