package io.posthorn.kafka.directory;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Tracks when a broker last answered this node. A cut-off node may have lost its shards to nodes
 * that send the same messages, so it starts no request until a broker answers again.
 */
public final class BrokerContact {
  /** Shorter than the time after which other nodes take over the shards. */
  private static final long LOST_AFTER_NANOS = Duration.ofSeconds(5).toNanos();

  private final LongSupplier nanos;
  private volatile long heardAt;

  public BrokerContact(LongSupplier nanos) {
    this.nanos = nanos;
    heardAt = nanos.getAsLong();
  }

  /** A broker has just answered. */
  public void heard() {
    heardAt = nanos.getAsLong();
  }

  /** Whether none has answered for too long. */
  public boolean lost() {
    return silence() > LOST_AFTER_NANOS;
  }

  /** For how long none has answered, in nanoseconds. */
  public long silence() {
    return nanos.getAsLong() - heardAt;
  }
}
