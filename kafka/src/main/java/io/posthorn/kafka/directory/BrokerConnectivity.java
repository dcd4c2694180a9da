package io.posthorn.kafka.directory;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The connection of this node to the brokers: when one of them last responded. A cut-off node may
 * have lost its shards to nodes that send the same messages, so it starts no request until a broker
 * responds again.
 */
public final class BrokerConnectivity {
  /** Shorter than the time after which other nodes take over the shards. */
  private static final long LOST_AFTER_NANOS = Duration.ofSeconds(5).toNanos();

  private final LongSupplier nanos;
  private volatile long respondedAt;

  public BrokerConnectivity(LongSupplier nanos) {
    this.nanos = nanos;
    respondedAt = nanos.getAsLong();
  }

  /** A broker has just responded. */
  public void responded() {
    respondedAt = nanos.getAsLong();
  }

  /** Returns whether this node counts as cut off from the brokers. */
  public boolean lost() {
    return sinceLastResponse() > LOST_AFTER_NANOS;
  }

  /** Nanoseconds since the last response of a broker. */
  public long sinceLastResponse() {
    return nanos.getAsLong() - respondedAt;
  }
}
