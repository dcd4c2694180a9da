package io.posthorn.embedded;

import io.posthorn.core.shard.protocol.ShardMetrics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request of other threads for the metrics of the shard. Only the engine's thread may access the
 * shard, so it completes them between two turns; concurrent requests share one result.
 */
final class MetricsRequest {
  private final AtomicReference<@Nullable CompletableFuture<ShardMetrics>> asked =
      new AtomicReference<>();

  CompletableFuture<ShardMetrics> ask() {
    CompletableFuture<ShardMetrics> mine = new CompletableFuture<>();
    CompletableFuture<ShardMetrics> others = asked.compareAndExchange(null, mine);
    return others == null ? mine : others;
  }

  /** Completes a pending request. */
  void complete(Supplier<ShardMetrics> metrics) {
    CompletableFuture<ShardMetrics> question = asked.get() == null ? null : asked.getAndSet(null);
    if (question != null) {
      question.complete(metrics.get());
    }
  }

  /** Cancels a pending request. */
  void close() {
    CompletableFuture<ShardMetrics> question = asked.getAndSet(null);
    if (question != null) {
      question.cancel(false);
    }
  }
}
