package io.posthorn.core.stats;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/** The counters of a period. They count messages; {@code failed} counts attempts. */
public final class StatsCounters {
  private static final int FORMAT = 1;

  private long accepted;
  private long delivered;
  private long failed;
  private long dropped;
  private long waiting;
  private final LatencyHistogram latency = new LatencyHistogram();

  public long accepted() {
    return accepted;
  }

  public long delivered() {
    return delivered;
  }

  /** Attempts that failed; each message may have had several. */
  public long failed() {
    return failed;
  }

  public long dropped() {
    return dropped;
  }

  /** The number of messages waiting at its end, including those in flight. */
  public long waiting() {
    return waiting;
  }

  /** The durations of all attempts, including failed ones. */
  public LatencyHistogram latency() {
    return latency;
  }

  void countAccepted() {
    accepted++;
  }

  void countDropped() {
    dropped++;
  }

  void countAttempt(boolean success, long millis) {
    if (success) {
      delivered++;
    } else {
      failed++;
    }
    latency.add(millis);
  }

  void waiting(long now) {
    waiting = now;
  }

  /** Adds a later period. */
  public void addLater(StatsCounters later) {
    accepted += later.accepted;
    delivered += later.delivered;
    failed += later.failed;
    dropped += later.dropped;
    waiting = later.waiting;
    latency.addAll(later.latency);
  }

  /** Adds the counters of another shard for the same period. */
  public void addBeside(StatsCounters other) {
    long here = waiting;
    addLater(other);
    waiting = here + other.waiting;
  }

  byte[] encode() {
    ByteWriter out =
        new ByteWriter(48)
            .u8(FORMAT)
            .varint(accepted)
            .varint(delivered)
            .varint(failed)
            .varint(dropped)
            .varint(waiting);
    latency.write(out);
    return out.toBytes();
  }

  static StatsCounters decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException(
          "Stored statistics were written by a newer version of Posthorn; start that version.");
    }
    StatsCounters tally = new StatsCounters();
    tally.accepted = in.varint();
    tally.delivered = in.varint();
    tally.failed = in.varint();
    tally.dropped = in.varint();
    tally.waiting = in.varint();
    tally.latency.read(in);
    return tally;
  }
}
