package io.posthorn.core.retry;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.text.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The offsets of retries from the start of a schedule, before jitter. */
public sealed interface RetryPolicy {
  /** The most retries that an endpoint's own policy may have. */
  int MOST_RETRIES = 30;

  /** The shortest time between two slots of an endpoint's own policy, so that none is a burst. */
  long SHORTEST_GAP = DurationText.SECOND;

  /** The latest slot of an endpoint's own policy. */
  long LATEST = 7 * DurationText.DAY;

  /** The last slot; a message gets its first attempt and at most this many retries. */
  int limit();

  /** The offset of a slot, in milliseconds. */
  long offset(int slot);

  /**
   * Retry {@code n} is due {@code (2^n - 1) * unit} after the start.
   *
   * @param unitMillis the offset of slot 1; 84,800 ms makes slot 11 come after 48.2 hours
   */
  record Doubling(long unitMillis, int limit) implements RetryPolicy {
    /** Offsets stay far below what a long of milliseconds holds, sums included. */
    private static final long LONGEST = 1L << 50;

    public Doubling {
      if (unitMillis < 1) {
        throw new IllegalArgumentException("retry.unit must be at least 1ms");
      }
      if (limit < 1 || limit > 40) {
        throw new IllegalArgumentException("retry.limit must be from 1 to 40");
      }
      if ((1L << limit) - 1 > LONGEST / unitMillis) {
        throw new IllegalArgumentException("retry.unit and retry.limit span too long a time");
      }
    }

    @Override
    public long offset(int slot) {
      return ((1L << slot) - 1) * unitMillis;
    }
  }

  /**
   * Retry {@code n} is due at the {@code n}-th offset.
   *
   * @param millis rising, at least one
   */
  record Offsets(List<Long> millis) implements RetryPolicy {
    public Offsets {
      millis = List.copyOf(millis);
      if (millis.isEmpty()) {
        throw new IllegalArgumentException("a schedule needs at least one retry");
      }
      long before = 0;
      for (long offset : millis) {
        if (offset <= before) {
          throw new IllegalArgumentException("the offsets of a schedule must rise");
        }
        before = offset;
      }
    }

    @Override
    public int limit() {
      return millis.size();
    }

    @Override
    public long offset(int slot) {
      return slot == 0 ? 0 : millis.get(slot - 1);
    }
  }

  /** The reason why an endpoint may not have this policy of its own; empty if it may. */
  default Optional<String> rejection() {
    if (limit() > MOST_RETRIES) {
      return Optional.of("must have at most " + MOST_RETRIES + " retries");
    }
    for (int slot = 1; slot <= limit(); slot++) {
      if (offset(slot) - offset(slot - 1) < SHORTEST_GAP) {
        return Optional.of("must increase by at least 1s from each retry to the next");
      }
    }
    return offset(limit()) > LATEST
        ? Optional.of("must have its last retry within 7d of acceptance")
        : Optional.empty();
  }

  /** Writes a policy, or that there is none. */
  static void write(ByteWriter out, @Nullable RetryPolicy policy) {
    switch (policy) {
      case null -> out.u8(0);
      case Doubling p -> out.u8(1).varint(p.unitMillis).u8(p.limit);
      case Offsets p -> {
        out.u8(2).varint(p.millis.size());
        p.millis.forEach(out::varint);
      }
    }
  }

  static @Nullable RetryPolicy read(ByteReader in) {
    int kind = in.u8();
    return switch (kind) {
      case 0 -> null;
      case 1 -> new Doubling(in.varint(), in.u8());
      case 2 -> {
        List<Long> offsets = new ArrayList<>();
        for (long left = in.varint(); left > 0; left--) {
          offsets.add(in.varint());
        }
        yield new Offsets(offsets);
      }
      default ->
          throw new IllegalStateException(
              "A stored retry policy has the kind "
                  + kind
                  + " of a newer version; start the version of Posthorn that wrote it.");
    };
  }
}
