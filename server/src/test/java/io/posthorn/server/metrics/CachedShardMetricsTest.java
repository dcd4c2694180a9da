package io.posthorn.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.ShardMetrics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class CachedShardMetricsTest {
  private final AtomicLong nanos = new AtomicLong(-5);
  private final AtomicInteger asked = new AtomicInteger();
  private CompletableFuture<ShardMetrics> response =
      CompletableFuture.completedFuture(ShardMetrics.NONE);
  private final CachedShardMetrics metrics =
      new CachedShardMetrics(
          () -> {
            asked.incrementAndGet();
            return response;
          },
          nanos::get);

  @Test
  void the_shard_is_read_at_most_once_per_second() {
    assertThat(metrics.get()).isEqualTo(ShardMetrics.NONE);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1) - 1);
    metrics.get();
    assertThat(asked).hasValue(1);

    nanos.incrementAndGet();
    metrics.get();

    assertThat(asked).hasValue(2);
  }

  @Test
  void the_last_metrics_are_shown_while_the_shard_is_closed_or_busy() {
    metrics.get();
    response = CompletableFuture.failedFuture(new IllegalStateException("gone"));
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(metrics.get()).isEqualTo(ShardMetrics.NONE);
    response = new CompletableFuture<>();
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(metrics.get()).isEqualTo(ShardMetrics.NONE);
    assertThat(asked).hasValue(3);
  }
}
