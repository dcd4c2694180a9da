package io.posthorn.kafka.read;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lags of this node's copies of shards, which say whether they can be read: a copy that is
 * being built has next to nothing. The brokers are asked when a read needs a copy, at most once a
 * second. Thread-safe.
 */
public final class CopyLags {
  private static final long VALID_NANOS = Duration.ofSeconds(1).toNanos();

  /** Brokers that do not respond may be the reason why a copy is needed. */
  private static final long TIMEOUT_MILLIS = 500;

  private final Supplier<Map<Integer, Long>> measurement;
  private final LongSupplier nanoTime;
  private final long most;

  private @Nullable CompletableFuture<Map<Integer, Long>> latest;
  private long begun;

  /**
   * Lags that were not measured yet.
   *
   * @param measurement returns the records by which each copy lags, by shard; may block or fail
   * @param most the largest lag of a copy that can be read
   */
  public CopyLags(Supplier<Map<Integer, Long>> measurement, LongSupplier nanoTime, long most) {
    this.measurement = measurement;
    this.nanoTime = nanoTime;
    this.most = most;
  }

  /** Returns whether this node has a copy of the shard that lags little enough. */
  public boolean canBeRead(int shard) {
    Long lag = lags().get(shard);
    return lag != null && lag <= most;
  }

  private Map<Integer, Long> lags() {
    try {
      return measured().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Map.of();
    } catch (ExecutionException | TimeoutException e) {
      return Map.of();
    }
  }

  private synchronized CompletableFuture<Map<Integer, Long>> measured() {
    CompletableFuture<Map<Integer, Long>> present = latest;
    long now = nanoTime.getAsLong();
    if (present == null || (present.isDone() && now - begun >= VALID_NANOS)) {
      present = CompletableFuture.supplyAsync(measurement, Thread::startVirtualThread);
      latest = present;
      begun = now;
    }
    return present;
  }
}
