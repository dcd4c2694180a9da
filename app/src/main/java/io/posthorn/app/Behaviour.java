package io.posthorn.app;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How a receiver answers: well, slowly, or wrong on purpose.
 *
 * <p>Which requests fail is drawn in the order in which they come, so that the same seed makes the
 * same ones fail in every run: the third, say, and the fourth.
 */
final class Behaviour {
  static final int FINE = 200;

  private final int failure;
  private final double failRate;
  private final Duration delay;
  private final @Nullable Integer retryAfter;
  private final RandomGenerator random;

  /**
   * Plans a behaviour.
   *
   * @param failure the status of a failure
   * @param failRate the share of failures, from 0 to 1
   * @param retryAfter seconds that a failure asks for patience; null for none
   */
  Behaviour(
      int failure,
      double failRate,
      Duration delay,
      @Nullable Integer retryAfter,
      RandomGenerator random) {
    this.failure = failure;
    this.failRate = failRate;
    this.delay = delay;
    this.retryAfter = retryAfter;
    this.random = random;
  }

  /** The status of the next answer. */
  synchronized int nextStatus() {
    return random.nextDouble() < failRate ? failure : FINE;
  }

  Duration delay() {
    return delay;
  }

  /** The patience asked for by an answer of this status, or null. */
  @Nullable Integer retryAfter(int status) {
    return status == FINE ? null : retryAfter;
  }
}
