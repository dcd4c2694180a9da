package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ThreadFailuresTest {
  private static final int THREADS = 4;

  private final ThreadFailures failures = new ThreadFailures(THREADS);

  @Test
  void the_first_failure_of_each_thread_is_replaced_at_once_and_later_ones_after_growing_delays() {
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(failures.add(0)).isEqualTo(Duration.ZERO);
    }
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(failures.add(0)).isEqualTo(Duration.ofMillis(250));
    }
    assertThat(failures.add(0)).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void a_minute_in_which_every_thread_fails_at_once_again_and_again_does_not_stop_the_node() {
    assertThat(failsUntil(Duration.ofMinutes(1))).isLessThan(0);
  }

  @Test
  void threads_that_always_fail_stop_the_node_within_five_minutes() {
    assertThat(failsUntil(Duration.ofMinutes(5))).isGreaterThan(0);
  }

  @Test
  void failures_are_forgotten_after_five_minutes() {
    for (int i = 0; i < THREADS * ThreadFailures.MOST_PER_THREAD; i++) {
      assertThat(failures.add(0)).isNotNull();
    }
    assertThat(failures.add(0)).isNull();
    assertThat(failures.add(Duration.ofMinutes(5).toNanos() + 1)).isEqualTo(Duration.ZERO);
  }

  /** Lets all threads fail as soon as they run; returns when the node stopped, or -1. */
  private long failsUntil(Duration end) {
    long now = 0;
    while (now < end.toNanos()) {
      Duration longest = Duration.ZERO;
      for (int thread = 0; thread < THREADS; thread++) {
        Duration delay = failures.add(now);
        if (delay == null) {
          return now;
        }
        longest = delay.compareTo(longest) > 0 ? delay : longest;
      }
      now += longest.toNanos() + 1;
    }
    return -1;
  }
}
