package io.posthorn.kafka.task;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;

/**
 * The generator of a shard's event keys, which follow from a record's time and offset. A record
 * that is read again gives the same keys, so requests may leave before the commit.
 *
 * <p>Implementation notes. Of the 31 bits of a key's counter (the upper one marks the shard's own
 * operational events) the lower ones number the events of a record, the others are the end of its
 * offset, which begins anew every two million records. The time is that of the broker, so it can go
 * back with a change of leader; then it stands still for as long as the clocks differ, and more
 * records than that may come meanwhile. So time moves on whenever the end of the offset begins
 * anew. The last time and the upper part of the offset are in the shard's store, and so the same
 * when records are read again.
 */
final class RecordEventKeys {
  private static final int INDEX_BITS = 10;

  /** The most events of a record. */
  static final int MOST_EVENTS = 1 << INDEX_BITS;

  private static final int OFFSET_BITS = Integer.SIZE - 1 - INDEX_BITS;
  private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

  /** The upper part of the last offset. The number is beyond those of the shard's own tables. */
  private static final byte[] LAP = {(byte) 0xE5};

  private static final long NO_LAP = -1;

  private final ShardIdentity identity;
  private final long maxClockOffset;
  private final ShardStore store;
  private long lap;

  /**
   * The keys of a shard.
   *
   * @param store the shard's store, as part of each turn
   * @param maxClockOffset the largest difference of a record's time from this node's clock, in
   *     milliseconds; beyond it a broker has the wrong clock, and the node's own time is used,
   *     which is another one if the record is read again
   */
  RecordEventKeys(ShardIdentity identity, long maxClockOffset, ShardStore store) {
    this.identity = identity;
    this.maxClockOffset = maxClockOffset;
    this.store = store;
    byte[] stored = store.get(LAP);
    lap = stored == null ? NO_LAP : new ByteReader(stored).u64();
  }

  /**
   * The time of acceptance of a record's events.
   *
   * @param last the one of the record before; never less
   * @param now this node's time
   */
  long acceptedAt(ShardInput input, long last, long now) {
    boolean ahead = input.timestamp() - now > maxClockOffset;
    return Math.max(begins(input.offset()) ? last + 1 : last, ahead ? now : input.timestamp());
  }

  /** Notes the upper part of an offset; returns whether the lower part begins anew. */
  private boolean begins(long offset) {
    long before = lap;
    long now = offset >>> OFFSET_BITS;
    if (now == before) {
      return false;
    }
    lap = now;
    store.put(LAP, new ByteWriter(Long.BYTES).u64(now).toBytes());
    return before != NO_LAP;
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
