package io.posthorn.server.api.message;

import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.store.Base32;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The id of a bulk job, as the API shows it. */
record JobId(BulkJob.Action action, long number) {
  /** 13 digits of 5 bits hold a long. */
  private static final int DIGITS = 13;

  private static final String ZEROS = "0".repeat(Base32.LENGTH_128 - DIGITS);

  /** Generates ids from milliseconds and a 16-bit counter with a random start. */
  static final class Source {
    private final Clock clock;
    private final AtomicLong last = new AtomicLong();
    private final SecureRandom random = new SecureRandom();

    Source(Clock clock) {
      this.clock = clock;
    }

    JobId next(BulkJob.Action action) {
      long earliest = (clock.millis() << 16) | random.nextInt(1 << 16);
      return new JobId(action, last.updateAndGet(used -> Math.max(used + 1, earliest)));
    }
  }

  static Optional<JobId> parse(BulkJob.Action action, String text) {
    String prefix = prefix(action);
    return text.startsWith(prefix) && text.length() == prefix.length() + DIGITS
        ? Base32.parse128("", ZEROS + text.substring(prefix.length()), JobId::halves)
            .filter(halves -> halves[0] == 0 && halves[1] > 0)
            .map(halves -> new JobId(action, halves[1]))
        : Optional.empty();
  }

  private static long[] halves(long high, long low) {
    return new long[] {high, low};
  }

  private static String prefix(BulkJob.Action action) {
    return switch (action) {
      case REPLAY -> "rpl_";
      case CANCEL -> "cnl_";
      case RETRY -> "rty_";
    };
  }

  @Override
  public String toString() {
    return prefix(action) + Base32.encode128(0, number).substring(ZEROS.length());
  }
}
