package io.posthorn.sender.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectPacerTest {
  private static int millisecondsFor(int crowd) {
    int millis = 0;
    for (int waiting = crowd; waiting > 0; waiting -= ConnectPacer.atOnce(waiting)) {
      millis++;
    }
    return millis;
  }

  @Test
  void a_crowd_is_spread_over_milliseconds_and_a_large_one_is_not_kept_for_long() {
    assertThat(millisecondsFor(1)).isEqualTo(1);
    assertThat(millisecondsFor(70)).isEqualTo(35);
    assertThat(millisecondsFor(10_000)).isBetween(150, 220);
  }

  @Test
  void all_that_wait_run_in_order() throws InterruptedException {
    List<Integer> done = new CopyOnWriteArrayList<>();
    CountDownLatch all = new CountDownLatch(500);
    try (ConnectPacer pace = new ConnectPacer(Thread.ofPlatform().daemon().factory())) {
      for (int i = 0; i < 500; i++) {
        int number = i;
        pace.take(
            () -> {
              done.add(number);
              all.countDown();
            });
      }
      assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(done).hasSize(500).isSorted();
  }
}
