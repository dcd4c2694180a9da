package io.posthorn.receiver;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A receiver's rule for its responses: from a request to a {@link PlannedResponse}.
 *
 * <p>It is called by many threads at once. The behaviours made here count requests in the order in
 * which they arrive; each object has its own count.
 */
@FunctionalInterface
public interface Behaviour {
  /** Decides about one request. */
  PlannedResponse respondTo(ReceivedRequest request);

  /** Handles every request in the same way. */
  static Behaviour always(PlannedResponse response) {
    return request -> response;
  }

  /** Responds to every request with a status. */
  static Behaviour always(int status) {
    return always(PlannedResponse.status(status));
  }

  /**
   * Fails a share of the requests.
   *
   * <p>The same seed makes the same ones fail in every run, counted in the order in which they
   * arrive: the third and the fourth, say.
   *
   * @param failRate from 0 to 1
   */
  static Behaviour failing(
      double failRate, long seed, PlannedResponse failure, PlannedResponse success) {
    if (!(failRate >= 0 && failRate <= 1)) {
      throw new IllegalArgumentException("a fail rate must be from 0 to 1, not " + failRate);
    }
    // Random, so that noted seeds stay valid.
    // It is safe for many threads, and each request draws one number.
    Random random = new Random(seed);
    return request -> random.nextDouble() < failRate ? failure : success;
  }

  /** Fails the first requests and succeeds from then on. */
  static Behaviour healthyAfter(int failures, PlannedResponse failure, PlannedResponse success) {
    AtomicLong requests = new AtomicLong();
    return request -> requests.getAndIncrement() < failures ? failure : success;
  }

  /** Fails every nth request: the nth, the 2nth and so on. */
  static Behaviour everyNth(int n, PlannedResponse failure, PlannedResponse success) {
    if (n < 1) {
      throw new IllegalArgumentException("every nth: n must be at least 1, not " + n);
    }
    AtomicLong requests = new AtomicLong();
    return request -> requests.incrementAndGet() % n == 0 ? failure : success;
  }

  /** Is down and up alternately, each for a period, starting with down. */
  static Behaviour flapping(Duration period, PlannedResponse down, PlannedResponse up) {
    return flapping(period, down, up, System::nanoTime);
  }

  /** The same by another clock, in nanoseconds. */
  static Behaviour flapping(
      Duration period, PlannedResponse down, PlannedResponse up, LongSupplier nanoTime) {
    if (period.isZero() || period.isNegative()) {
      throw new IllegalArgumentException("a period must be positive, not " + period);
    }
    long start = nanoTime.getAsLong();
    long nanos = period.toNanos();
    return request -> (nanoTime.getAsLong() - start) / nanos % 2 == 0 ? down : up;
  }
}
