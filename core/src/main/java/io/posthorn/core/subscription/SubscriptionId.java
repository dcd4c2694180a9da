package io.posthorn.core.subscription;

import io.posthorn.core.store.Base32;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A subscription's id: 128 bits that the host creates. */
public record SubscriptionId(long high, long low) implements Comparable<SubscriptionId> {
  private static final String PREFIX = "sub_";

  public static Optional<SubscriptionId> parse(String text) {
    return Base32.parse128(PREFIX, text, SubscriptionId::new);
  }

  @Override
  public int compareTo(SubscriptionId that) {
    int byHigh = Long.compareUnsigned(high, that.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, that.low);
  }

  /** Hand-written because it runs for every message and the generated one is slower. */
  @Override
  public boolean equals(@Nullable Object that) {
    return that instanceof SubscriptionId other && high == other.high && low == other.low;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(high) + Long.hashCode(low);
  }

  @Override
  public String toString() {
    return PREFIX + Base32.encode128(high, low);
  }
}
