package io.posthorn.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The recent failures of a node's shard threads. Each failed thread is replaced after a delay that
 * grows, so that a bad minute of the brokers, in which all threads fail again and again, does not
 * use up the failures after which the node stops.
 */
final class ThreadFailures {
  /** With the longest delay between them, so many take two and a half minutes. */
  static final int MOST_PER_THREAD = 20;

  private static final Duration WITHIN = Duration.ofMinutes(5);
  private static final Duration SHORTEST = Duration.ofMillis(250);

  /** The shards of the thread do not run meanwhile. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  private final int threads;
  private final ArrayDeque<Long> failedAt = new ArrayDeque<>();

  ThreadFailures(int threads) {
    this.threads = threads;
  }

  /**
   * Adds a failure.
   *
   * @return the time after which to replace the thread; null if the threads have failed for good
   */
  synchronized @Nullable Duration add(long nanos) {
    while (!failedAt.isEmpty() && nanos - failedAt.getFirst() > WITHIN.toNanos()) {
      failedAt.removeFirst();
    }
    int perThread = failedAt.size() / threads;
    if (perThread >= MOST_PER_THREAD) {
      return null;
    }
    failedAt.addLast(nanos);
    return delay(perThread);
  }

  /** The first failure of each thread is replaced at once. */
  private static Duration delay(int before) {
    if (before == 0) {
      return Duration.ZERO;
    }
    Duration doubled = SHORTEST.multipliedBy(1L << (before - 1));
    return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
  }
}
