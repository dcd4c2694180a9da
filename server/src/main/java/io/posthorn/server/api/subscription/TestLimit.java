package io.posthorn.server.api.subscription;

import io.posthorn.engine.ExpiringMarks;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The limit of 10 test requests per customer in any minute, over all nodes, against abuse for
 * attacks.
 *
 * <p>Each customer has ten permits. A test request takes one for a minute, recorded as a mark that
 * all nodes share.
 */
final class TestLimit {
  private static final int MOST = 10;
  private static final long PERIOD = Duration.ofMinutes(1).toMillis();

  private final Clock clock;
  private final ExpiringMarks marks;

  TestLimit(Clock clock, ExpiringMarks marks) {
    this.clock = clock;
    this.marks = marks;
  }

  /** Takes one test request; returns the time to wait if there is none left. */
  synchronized Optional<Duration> take(String customerId) {
    long now = clock.millis();
    long wait = PERIOD;
    // From a random permit, so that two nodes seldom take the same one at the same time.
    int first = ThreadLocalRandom.current().nextInt(MOST);
    for (int i = 0; i < MOST; i++) {
      String permit = "test." + customerId + "." + (first + i) % MOST;
      long taken = marks.markedAt(permit);
      long left = taken == 0 ? 0 : taken + PERIOD - now;
      if (left <= 0 || left > PERIOD) {
        mark(permit, now);
        return Optional.empty();
      }
      wait = Math.min(wait, left);
    }
    return Optional.of(Duration.ofMillis(wait));
  }

  private void mark(String permit, long now) {
    try {
      marks.mark(permit, now, now + PERIOD);
    } catch (RefusedException e) {
      throw new RefusedException(
          Refusal.UNREACHABLE,
          "No test request was sent, because the other nodes could not be notified;"
              + " retry in 2 s.",
          Refusal.UNREACHABLE.retryAfter());
    }
  }
}
