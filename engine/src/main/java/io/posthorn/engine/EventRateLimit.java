package io.posthorn.engine;

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
 * The rate limit of events per customer ({@code limits.events-per-second}): a token bucket that
 * holds the events of one second.
 *
 * <p>A request is accepted as a whole if the bucket has one token left, and may overdraw it;
 * otherwise a request larger than the limit would never be accepted. Each node counts separately,
 * and counts API calls and ingest records separately.
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
   * Creates a rate limit.
   *
   * @param perSecond null for no limit
   * @param nanoTime a monotonic clock, such as {@link System#nanoTime}
   */
  public static EventRateLimit of(@Nullable Integer perSecond, LongSupplier nanoTime) {
    return new EventRateLimit(perSecond == null ? 0 : perSecond, nanoTime);
  }

  public static EventRateLimit unlimited() {
    return of(null, () -> 0);
  }

  /** The tokens of a customer; negative if overdrawn. */
  private static final class Bucket {
    private double content;
    private long filledAt;
  }

  /**
   * Takes tokens for events from the buckets of their customers.
   *
   * @throws RefusedException if a customer has to wait; then no tokens are taken
   */
  public void take(List<Event> events) {
    if (perSecond > 0) {
      take(counts(events));
    }
  }

  /** Gives tokens back for events that were refused for another reason, so they do not count. */
  public void giveBack(List<Event> events) {
    if (perSecond > 0) {
      counts(events).forEach((customerId, count) -> takeOut(customerId, -count));
    }
  }

  private static Map<String, Integer> counts(List<Event> events) {
    Map<String, Integer> counts = new TreeMap<>();
    events.forEach(event -> counts.merge(event.customerId(), 1, Integer::sum));
    return counts;
  }

  /** Returns the number of refused calls. */
  public long refusals() {
    return refusals.sum();
  }

  /** Takes the tokens of each customer. */
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
            Refusal.OVER_RATE,
            "Customer %s is at its limit of %d events per second; retry after the time in Retry-After."
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
