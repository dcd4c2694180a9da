package io.posthorn.core.event;

import io.posthorn.core.store.Base32;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * An event's position in the order of acceptance, and the root of its messages' ids: 48 bits of
 * milliseconds, 16 of the shard, 32 of a counter and 32 that identify the installation.
 *
 * <p>The leading time keeps ids unique even after a store is restored from a backup.
 */
public record EventKey(long high, long low) implements Comparable<EventKey> {
  public static EventKey of(long acceptedAt, int shard, int counter, int installation) {
    return new EventKey(
        (acceptedAt << 16) | (shard & 0xFFFF),
        ((long) counter << 32) | (installation & 0xFFFF_FFFFL));
  }

  public static EventKey read(ByteReader in) {
    return new EventKey(in.u64(), in.u64());
  }

  public void write(ByteWriter out) {
    out.u64(high).u64(low);
  }

  /** The shard it was created for. */
  public int shard() {
    return (int) (high & 0xFFFF);
  }

  /** Slot 0 of its messages. */
  public long acceptedAt() {
    return high >>> 16;
  }

  @Override
  public int compareTo(EventKey that) {
    int byHigh = Long.compareUnsigned(high, that.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, that.low);
  }

  /** Hand-written because it runs for every message and the generated one is slower. */
  @Override
  public boolean equals(@Nullable Object that) {
    return that instanceof EventKey other && high == other.high && low == other.low;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(high) + Long.hashCode(low);
  }

  @Override
  public String toString() {
    return Base32.encode128(high, low);
  }
}
