package io.posthorn.kafka.task;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;

/**
 * The generator of a shard's event keys, which follow from a record's time and offset. A record
 * that is read again gives the same keys, so requests may leave before the commit.
 *
 * <p>Implementation notes. Of the 31 bits of a key's counter (the upper one marks the shard's own
 * operational events) the lower ones number the events of a record, the others are the end of its
 * offset. A key would repeat only if a shard got two million records in one millisecond. The time
 * is that of the broker, so it can go back with a change of leader; the last one that was used is
 * in the shard's store, and so the same when records are read again.
 */
final class RecordEventKeys {
  private static final int INDEX_BITS = 10;

  /** The most events of a record. */
  static final int MOST_EVENTS = 1 << INDEX_BITS;

  private static final long OFFSET_MASK = (1L << (Integer.SIZE - 1 - INDEX_BITS)) - 1;

  private final ShardIdentity identity;
  private final long maxClockOffset;

  /**
   * The keys of a shard.
   *
   * @param maxClockOffset the largest difference of a record's time from this node's clock, in
   *     milliseconds; beyond it a broker has the wrong clock, and the node's own time is used,
   *     which is another one if the record is read again
   */
  RecordEventKeys(ShardIdentity identity, long maxClockOffset) {
    this.identity = identity;
    this.maxClockOffset = maxClockOffset;
  }

  /**
   * The time of acceptance of a record's events.
   *
   * @param last the one of the record before; never less
   * @param now this node's time
   */
  long acceptedAt(ShardInput input, long last, long now) {
    boolean ahead = input.timestamp() - now > maxClockOffset;
    return Math.max(last, ahead ? now : input.timestamp());
  }

  EventKey key(long acceptedAt, ShardInput input, int index) {
    int number = input.firstEvent() + index;
    if (number >= MOST_EVENTS) {
      throw new IllegalStateException("more than " + MOST_EVENTS + " events in a record");
    }
    int counter = (int) ((input.offset() & OFFSET_MASK) << INDEX_BITS) | number;
    return EventKey.of(acceptedAt, identity.shard(), counter, identity.installation());
  }
}
