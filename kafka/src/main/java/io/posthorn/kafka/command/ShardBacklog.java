package io.posthorn.kafka.command;

import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The backlog of each shard, wherever it runs: the records of its partition that it has not
 * processed, with those that it holds while it is paused. Events for a shard whose backlog is at a
 * limit are refused, so that one that cannot keep up fills neither the brokers' disks nor the time
 * until its messages leave; other shards are not concerned.
 *
 * <p>The number of records is counted at intervals, and this node's records since are added. Other
 * nodes do the same, so the limit may be exceeded by what they all write between two counts. The
 * size is that number times the average size of this node's records for the shard. Thread-safe.
 */
public final class ShardBacklog {
  /** The weight of a new record in the average size. */
  private static final int AVERAGED = 32;

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final long mostRecords;
  private final long mostBytes;
  private final HeldRecordCounts held;

  /** This node's records, from its start on. */
  private final AtomicLongArray written;

  private final AtomicLongArray averageBytes;
  private volatile Counted counted;

  /**
   * The last count.
   *
   * @param written this node's records when it began
   * @param processed the offset up to which each shard has processed its partition
   * @param perSecond how many records each shard has processed in a second
   */
  private record Counted(
      long nanos, long[] written, long[] backlog, long[] processed, double[] perSecond) {}

  /**
   * An empty backlog.
   *
   * @param held the records that paused shards hold, which count too
   */
  public ShardBacklog(int shards, long mostRecords, long mostBytes, HeldRecordCounts held) {
    this.held = held;
    this.mostRecords = mostRecords;
    this.mostBytes = mostBytes;
    written = new AtomicLongArray(shards);
    averageBytes = new AtomicLongArray(shards);
    counted =
        new Counted(
            Long.MIN_VALUE,
            new long[shards],
            new long[shards],
            new long[shards],
            new double[shards]);
  }

  /** This node's records so far, to be passed to {@link #counted} after a count. */
  public long[] written() {
    long[] now = new long[written.length()];
    for (int shard = 0; shard < now.length; shard++) {
      now[shard] = written.get(shard);
    }
    return now;
  }

  /**
   * Takes a count.
   *
   * @param before this node's records before it began
   * @param ends the end of each partition
   * @param processed the offset up to which each shard has processed its partition
   */
  public void counted(long nanos, long[] before, long[] ends, long[] processed) {
    Counted last = counted;
    double seconds = last.nanos() == Long.MIN_VALUE ? 0 : (nanos - last.nanos()) / 1e9;
    long[] backlog = new long[ends.length];
    double[] perSecond = new double[ends.length];
    for (int shard = 0; shard < ends.length; shard++) {
      backlog[shard] = Math.max(0, ends[shard] - processed[shard]);
      perSecond[shard] =
          seconds <= 0 ? 0 : Math.max(0, processed[shard] - last.processed()[shard]) / seconds;
    }
    counted = new Counted(nanos, before, backlog, processed, perSecond);
  }

  /** Counts a record that this node has written. */
  void wrote(int shard, int bytes) {
    written.incrementAndGet(shard);
    averageBytes.updateAndGet(
        shard, average -> average == 0 ? bytes : average + (bytes - average) / AVERAGED);
  }

  /**
   * Checks the shard of a record to be written.
   *
   * @throws RefusedException if its backlog is at a limit
   */
  void check(int shard) {
    Counted last = counted;
    long records = records(last, shard);
    long most = most(shard);
    if (records >= most) {
      // A paused shard moves records aside and processes none of them.
      double perSecond = held.of(shard) > 0 ? 0 : last.perSecond()[shard];
      long seconds = retryAfter(records - most, perSecond).toSeconds();
      throw new RefusedException(
          Refusal.INTAKE_FULL,
          "Shard %d has %d unprocessed records; retry in %d s.".formatted(shard, records, seconds),
          Duration.ofSeconds(seconds));
    }
  }

  /** The shards of the installation whose backlog is at a limit. */
  public int full() {
    Counted last = counted;
    int count = 0;
    for (int shard = 0; shard < written.length(); shard++) {
      count += records(last, shard) >= most(shard) ? 1 : 0;
    }
    return count;
  }

  private long records(Counted last, int shard) {
    return last.backlog()[shard] + written.get(shard) - last.written()[shard] + held.of(shard);
  }

  /** The most records that a shard may have: those that fit into the bytes, if that is less. */
  private long most(int shard) {
    return Math.min(mostRecords, Math.max(1, mostBytes / Math.max(1, averageBytes.get(shard))));
  }

  /** The time in which a shard processes a number of records, at its last rate. */
  private static Duration retryAfter(long records, double perSecond) {
    double seconds = perSecond <= 0 ? LONGEST.toSeconds() : Math.ceil((records + 1) / perSecond);
    return Duration.ofSeconds(
        Math.clamp((long) seconds, SHORTEST.toSeconds(), LONGEST.toSeconds()));
  }
}
