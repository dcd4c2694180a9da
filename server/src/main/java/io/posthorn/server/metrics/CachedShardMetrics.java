package io.posthorn.server.metrics;

import io.posthorn.core.shard.protocol.ShardMetrics;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The metrics of the shards, at most a second old. The shard threads compute them at most once per
 * second, however often they are read, and a busy shard is not waited for.
 */
final class CachedShardMetrics implements Supplier<ShardMetrics> {
  private static final long GOOD_FOR_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long TIMEOUT_MILLIS = 500;

  private final Supplier<CompletableFuture<ShardMetrics>> shard;
  private final LongSupplier nanoTime;
  private ShardMetrics latest = ShardMetrics.NONE;
  private long askedAt;

  CachedShardMetrics(Supplier<CompletableFuture<ShardMetrics>> shard, LongSupplier nanoTime) {
    this.shard = shard;
    this.nanoTime = nanoTime;
    askedAt = nanoTime.getAsLong() - GOOD_FOR_NANOS;
  }

  @Override
  public synchronized ShardMetrics get() {
    long now = nanoTime.getAsLong();
    if (now - askedAt >= GOOD_FOR_NANOS) {
      askedAt = now;
      try {
        latest = shard.get().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException | CancellationException e) {
        // Keep the last metrics: the shard is busy or stopped, which /health shows.
      }
    }
    return latest;
  }
}
