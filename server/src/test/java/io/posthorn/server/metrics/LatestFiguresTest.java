package io.posthorn.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.ShardFigures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LatestFiguresTest {
  private final AtomicLong nanos = new AtomicLong(-5);
  private final AtomicInteger asked = new AtomicInteger();
  private CompletableFuture<ShardFigures> answer =
      CompletableFuture.completedFuture(ShardFigures.NONE);
  private final LatestFigures figures =
      new LatestFigures(
          () -> {
            asked.incrementAndGet();
            return answer;
          },
          nanos::get);

  @Test
  void the_shard_is_asked_once_in_a_second_however_many_look() {
    assertThat(figures.get()).isEqualTo(ShardFigures.NONE);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1) - 1);
    figures.get();
    assertThat(asked).hasValue(1);

    nanos.incrementAndGet();
    figures.get();

    assertThat(asked).hasValue(2);
  }

  @Test
  void where_the_shard_is_gone_or_busy_the_last_figures_are_shown() {
    figures.get();
    answer = CompletableFuture.failedFuture(new IllegalStateException("gone"));
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(figures.get()).isEqualTo(ShardFigures.NONE);
    answer = new CompletableFuture<>();
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(figures.get()).isEqualTo(ShardFigures.NONE);
    assertThat(asked).hasValue(3);
  }
}
