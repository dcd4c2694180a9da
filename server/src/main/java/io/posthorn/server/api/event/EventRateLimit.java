package io.posthorn.server.api.event;

import io.posthorn.core.event.Event;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many events a customer may post in a second ({@code limits.events-per-second}): a bucket for
 * each customer that fills with a second's events and no more.
 *
 * <p>A request that finds an event's worth in the bucket is let in whole, and what it brings beyond
 * that is owed: else a request larger than the limit could never come in.
 */
public final class EventRateLimit {
  private static final double NANOS = 1e9;

  private final int perSecond;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
  private final LongAdder refusals = new LongAdder();

  private EventRateLimit(int perSecond, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.nanoTime = nanoTime;
  }

  /**
   * A rate.
   *
   * @param perSecond null for no limit
   * @param nanoTime a clock that never goes back, such as {@link System#nanoTime}
   */
  public static EventRateLimit of(@Nullable Integer perSecond, LongSupplier nanoTime) {
    return new EventRateLimit(perSecond == null ? 0 : perSecond, nanoTime);
  }

  public static EventRateLimit unlimited() {
    return of(null, () -> 0);
  }

  /** What is in a customer's bucket, in events; less than 0 where some are owed. */
  private static final class Bucket {
    private double content;
    private long filledAt;
  }

  /**
   * Takes events out of their customers' buckets.
   *
   * @throws RefusedException where a customer has to wait; then nothing is taken
   */
  void take(List<Event> events) {
    if (perSecond > 0) {
      Map<String, Integer> counts = new TreeMap<>();
      events.forEach(event -> counts.merge(event.customerId(), 1, Integer::sum));
      take(counts);
    }
  }

  /** How many calls had to wait so far. */
  public long refusals() {
    return refusals.sum();
  }

  /** Takes as many events as each customer posts. */
  private void take(Map<String, Integer> events) {
    events.keySet().forEach(this::refuseIfEmpty);
    events.forEach(this::takeOut);
  }

  private void refuseIfEmpty(String customerId) {
    Bucket bucket = bucket(customerId);
    synchronized (bucket) {
      fill(bucket);
      if (bucket.content < 1) {
        refusals.increment();
        throw new RefusedException(
            Refusal.OVER_LIMIT,
            "Customer %s is at its limit of %d events per second; retry after the given time."
                .formatted(customerId, perSecond),
            Duration.ofNanos((long) ((1 - bucket.content) / perSecond * NANOS)));
      }
    }
  }

  private void takeOut(String customerId, int count) {
    Bucket bucket = bucket(customerId);
    synchronized (bucket) {
      bucket.content -= count;
    }
  }

  private Bucket bucket(String customerId) {
    return buckets.computeIfAbsent(
        customerId,
        id -> {
          Bucket full = new Bucket();
          full.content = perSecond;
          full.filledAt = nanoTime.getAsLong();
          return full;
        });
  }

  private void fill(Bucket bucket) {
    long now = nanoTime.getAsLong();
    double more = (now - bucket.filledAt) / NANOS * perSecond;
    bucket.content = Math.min(perSecond, bucket.content + more);
    bucket.filledAt = now;
  }
}
