package io.posthorn.kafka;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PeriodicTaskTest {
  @Test
  void a_round_that_fails_is_followed_by_the_next() {
    AtomicInteger rounds = new AtomicInteger();
    Runnable failing =
        () -> {
          rounds.incrementAndGet();
          throw new IllegalStateException("expected by this test");
        };
    try (PeriodicTask _ = new PeriodicTask("test", Duration.ofMillis(1), failing)) {
      await().atMost(Duration.ofSeconds(60)).until(() -> rounds.get() >= 3);
    }
  }
}
