package io.posthorn.core.retry;

/**
 * The retry schedule: retry {@code n} is due {@code (2^n - 1) * unit} after the start of the
 * schedule. The value is an offset from that start, not a gap between attempts.
 *
 * @param unitMillis the length of slot 1; 84,800 ms makes slot 11 come after 48.2 hours
 * @param limit the last slot; a message gets its first attempt and at most this many retries
 * @param jitter the share of an offset by which a retry may be later, so that messages that failed
 *     together are not retried together; 0 for none. A message keeps its own share over all its
 *     slots, which keeps the slots in order.
 */
public record RetrySchedule(long unitMillis, int limit, double jitter) {
  /** No slot is left. */
  public static final int NONE = -1;

  public static final RetrySchedule DEFAULT = new RetrySchedule(84_800, 11, 0);

  /** Offsets stay far below what a long of milliseconds holds, sums included. */
  private static final long LONGEST = 1L << 50;

  public RetrySchedule {
    if (unitMillis < 1) {
      throw new IllegalArgumentException("retry.unit must be at least 1ms");
    }
    if (limit < 1 || limit > 40) {
      throw new IllegalArgumentException("retry.limit must be from 1 to 40");
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("retry.jitter must be from 0 to 1");
    }
    if ((1L << limit) - 1 > LONGEST / unitMillis) {
      throw new IllegalArgumentException("retry.unit and retry.limit span too long a time");
    }
  }

  /** The plain offset of a slot, without jitter. */
  public long offset(int slot) {
    return ((1L << slot) - 1) * unitMillis;
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

  /** The first slot later than a moment, or {@link #NONE}. Slots in the past are skipped. */
  public int slotAfter(long start, long moment, double share) {
    for (int slot = 1; slot <= limit; slot++) {
      if (slotAt(start, slot, share) > moment) {
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
    return offset(limit) + (long) Math.ceil(offset(limit) * jitter);
  }
}
