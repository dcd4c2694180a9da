package io.posthorn.core.retry;

/**
 * The retry schedule: when each retry of a message is due. The values are offsets from the start of
 * the schedule, not gaps between attempts.
 *
 * @param jitter the share of an offset by which a retry may be later, so that messages that failed
 *     together are not retried together; 0 for none. A message keeps its own share over all its
 *     slots, which keeps the slots in order.
 */
public record RetrySchedule(RetryPolicy policy, double jitter) {
  /** No slot is left. */
  public static final int NONE = -1;

  public static final RetrySchedule DEFAULT = new RetrySchedule(84_800, 11, 0);

  public RetrySchedule {
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("retry.jitter must be from 0 to 1");
    }
  }

  /** A schedule whose offsets double. */
  public RetrySchedule(long unitMillis, int limit, double jitter) {
    this(new RetryPolicy.Doubling(unitMillis, limit), jitter);
  }

  /** The same schedule with the slots of an endpoint's own policy. */
  public RetrySchedule with(RetryPolicy own) {
    return new RetrySchedule(own, jitter);
  }

  /** The last slot; a message gets its first attempt and at most this many retries. */
  public int limit() {
    return policy.limit();
  }

  /** The plain offset of a slot, without jitter. */
  public long offset(int slot) {
    return policy.offset(slot);
  }

  /**
   * The time of a slot.
   *
   * @param share the message's share of the jitter, from 0 to below 1
   */
  public long slotAt(long start, int slot, double share) {
    long offset = offset(slot);
    return start + offset + (long) (offset * jitter * share);
  }

  /** The first slot later than a given time, or {@link #NONE}. Slots in the past are skipped. */
  public int slotAfter(long start, long time, double share) {
    int limit = limit();
    for (int slot = 1; slot <= limit; slot++) {
      if (slotAt(start, slot, share) > time) {
        return slot;
      }
    }
    return NONE;
  }

  /**
   * Returns the longest time for which a message can be held before it expires: up to its last
   * slot. With jitter, up to the latest time the last slot could have, so that every message lives
   * equally long.
   */
  public long lifetime() {
    return offset(limit()) + (long) Math.ceil(offset(limit()) * jitter);
  }
}
