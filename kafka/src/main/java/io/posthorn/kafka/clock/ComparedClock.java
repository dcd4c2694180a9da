package io.posthorn.kafka.clock;

import io.posthorn.engine.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a node's shards: the wall clock, as long as it agrees with the brokers. Expiry and
 * retention delete what cannot be brought back, so a wall clock that disagrees decides nothing:
 * time continues at the pace of the monotonic clock from the last agreement, but no faster than
 * that of the brokers: the monotonic clock may be wrong too. Thread-safe.
 *
 * <p>Between two comparisons a jump shows as a difference to the monotonic clock. A real jump, as
 * after a suspended machine, is followed once the brokers confirm it.
 *
 * <p>The brokers are not believed either: one of them may have the wrong clock.
 */
public final class ComparedClock implements TimeSource {
  private static final Logger LOG = System.getLogger(ComparedClock.class.getName());

  private final TimeSource machine;
  private final long bound;

  /** The last comparison in which both clocks agreed; null before the first one. */
  private volatile @Nullable Agreement agreement;

  private volatile boolean disputed;

  /** The latest time that shards may have reached; only while the clocks disagree. */
  private volatile long limit;

  /** The limit minus the brokers' clock, fixed when the clocks begin to disagree. */
  private long ahead;

  private volatile long offset;

  /** Both clocks of the machine at a time when the brokers agreed with the wall clock. */
  private record Agreement(long wallMillis, long nanos) {
    long wallAt(long now) {
      return wallMillis + Duration.ofNanos(now - nanos).toMillis();
    }
  }

  /**
   * A clock that was not compared yet.
   *
   * @param bound the largest offset from the brokers' clock
   */
  public ComparedClock(TimeSource machine, Duration bound) {
    this.machine = machine;
    this.bound = bound.toMillis();
  }

  /**
   * Compares the clocks. The broker's time lies between the request and now; a request that took so
   * long that the offset is uncertain is ignored.
   *
   * @param requestedAt the monotonic clock at the time of the request
   * @param brokerMillis the broker's wall clock
   */
  public synchronized void compare(long requestedAt, long brokerMillis) {
    long wall = machine.wallMillis();
    long nanos = machine.monotonicNanos(); // after the wall clock: a stop here widens the bounds
    long latest = wall - brokerMillis;
    long earliest = latest - Duration.ofNanos(nanos - requestedAt).toMillis();
    if (earliest > bound || latest < -bound) {
      disagree(earliest > bound ? earliest : latest, nanos, brokerMillis);
    } else if (latest <= bound && earliest >= -bound) {
      agree(latest > 0 ? Math.max(0, earliest) : latest);
      agreement = new Agreement(wall, nanos);
    }
  }

  private void agree(long by) {
    offset = by;
    if (disputed) {
      disputed = false;
      LOG.log(Level.WARNING, "The clock of this node agrees with the brokers' again.");
    }
  }

  private void disagree(long by, long nanos, long brokerMillis) {
    offset = by;
    Agreement last = agreement;
    if (!disputed && last != null) {
      ahead = last.wallAt(nanos) + bound - brokerMillis;
    }
    limit = brokerMillis + ahead;
    if (!disputed) {
      disputed = true;
      String what = trouble();
      if (last != null && what != null) { // a node that starts stops with its own line
        LOG.log(Level.ERROR, what + ".");
      }
    }
  }

  /** Returns whether a comparison was exact enough to decide. */
  boolean compared() {
    return disputed || agreement != null;
  }

  /**
   * The offset from the brokers' clock in milliseconds, as far as it is certain; above 0: ahead.
   */
  public long offsetMillis() {
    return offset;
  }

  /** The problem as a sentence without its full stop; null while the clocks agree. */
  public @Nullable String trouble() {
    String difference = difference();
    return difference == null
        ? null
        : difference + ", so shards continue from the last time they agreed";
  }

  /** The offset in words; null while the clocks agree. */
  @Nullable String difference() {
    long by = offset;
    return disputed
        ? String.format(
            Locale.ROOT,
            "The clock of this node is %.1f s %s the brokers' (kafka.max-clock-offset: %.1f s)",
            Math.abs(by) / 1e3,
            by > 0 ? "ahead of" : "behind",
            bound / 1e3)
        : null;
  }

  @Override
  public long wallMillis() {
    long wall = machine.wallMillis();
    Agreement last = agreement;
    if (last == null) {
      return wall;
    }
    long expected = last.wallAt(machine.monotonicNanos());
    if (disputed) {
      return Math.min(expected, limit);
    }
    return Math.abs(wall - expected) > bound ? expected : wall;
  }

  @Override
  public long monotonicNanos() {
    return machine.monotonicNanos();
  }
}
