package io.posthorn.embedded;

import io.posthorn.core.shard.protocol.ShardFigures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests for shard figures by other threads. Only the engine's thread may access the shard, so it
 * answers between two turns; concurrent requests share one answer.
 */
final class PendingFigures {
  private final AtomicReference<@Nullable CompletableFuture<ShardFigures>> asked =
      new AtomicReference<>();

  CompletableFuture<ShardFigures> ask() {
    CompletableFuture<ShardFigures> mine = new CompletableFuture<>();
    CompletableFuture<ShardFigures> others = asked.compareAndExchange(null, mine);
    return others == null ? mine : others;
  }

  /** Answers a pending request. */
  void answer(Supplier<ShardFigures> figures) {
    CompletableFuture<ShardFigures> question = asked.get() == null ? null : asked.getAndSet(null);
    if (question != null) {
      question.complete(figures.get());
    }
  }

  /** Cancels a pending request. */
  void close() {
    CompletableFuture<ShardFigures> question = asked.getAndSet(null);
    if (question != null) {
      question.cancel(false);
    }
  }
}
