package io.posthorn.server.api.subscription;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The limit of 10 test requests per customer in any minute, against abuse for attacks. */
final class TestLimit {
  private static final int MOST = 10;
  private static final long PERIOD = Duration.ofMinutes(1).toMillis();

  private final Clock clock;
  private final ConcurrentHashMap<String, Deque<Long>> latest = new ConcurrentHashMap<>();

  TestLimit(Clock clock) {
    this.clock = clock;
  }

  /** Takes one test request; returns the time to wait if there is none left. */
  Optional<Duration> take(String customerId) {
    Deque<Long> moments = latest.computeIfAbsent(customerId, id -> new ArrayDeque<>(MOST));
    synchronized (moments) {
      long now = clock.millis();
      Long first = moments.peekFirst();
      if (first != null && moments.size() == MOST) {
        long wait = first + PERIOD - now;
        if (wait > 0) {
          return Optional.of(Duration.ofMillis(Math.min(wait, PERIOD)));
        }
        moments.removeFirst();
      }
      moments.addLast(now);
      return Optional.empty();
    }
  }
}
