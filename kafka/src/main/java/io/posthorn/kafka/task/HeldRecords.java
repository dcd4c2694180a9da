package io.posthorn.kafka.task;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardStore;
import org.jspecify.annotations.Nullable;

/**
 * The records that a paused shard has received, in order, in its own store. They move with the
 * shard, and are processed before any others once it runs again.
 */
final class HeldRecords {
  /** Sequence number: record. The numbers are beyond those of the shard's own tables. */
  private static final int HELD = 0xE3;

  /** Present while the pause is reported in the parked topic; not empty if a record is to blame. */
  private static final byte[] PAUSED = {(byte) 0xE4};

  private final ShardStore store;
  private long oldest;
  private long next;
  private boolean reported;
  private boolean blamed;

  HeldRecords(ShardStore store) {
    this.store = store;
    byte[] from = {(byte) HELD};
    byte[] to = {(byte) (HELD + 1)};
    store.scan(
        from,
        to,
        (key, value) -> {
          oldest = new ByteReader(key, 1).u64();
          return false;
        });
    store.scanBack(
        from,
        to,
        (key, value) -> {
          next = new ByteReader(key, 1).u64() + 1;
          return false;
        });
    byte[] pause = store.get(PAUSED);
    reported = pause != null;
    blamed = pause != null && pause.length > 0;
  }

  boolean isEmpty() {
    return oldest == next;
  }

  long count() {
    return next - oldest;
  }

  void add(ShardInput input) {
    store.put(key(next), input.encode());
    next++;
  }

  /** The oldest one, or null. */
  @Nullable ShardInput first() {
    byte[] value = isEmpty() ? null : store.get(key(oldest));
    return value == null ? null : ShardInput.decode(value);
  }

  /** Removes the oldest one. */
  void removeFirst() {
    store.delete(key(oldest));
    oldest++;
  }

  private static byte[] key(long sequence) {
    return new ByteWriter(9).u8(HELD).u64(sequence).toBytes();
  }

  /**
   * Notes that the pause is reported.
   *
   * @param first whether the oldest record is to blame for it
   */
  void pauseReported(boolean first) {
    reported = true;
    blamed = first;
    store.put(PAUSED, new byte[first ? 1 : 0]);
  }

  boolean reported() {
    return reported;
  }

  /** Returns whether the oldest record is to blame for the pause. */
  boolean blamed() {
    return blamed;
  }

  /** Returns whether a pause was reported, and forgets it. */
  boolean takeReport() {
    boolean was = reported;
    if (was) {
      reported = false;
      blamed = false;
      store.delete(PAUSED);
    }
    return was;
  }
}
