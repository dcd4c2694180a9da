package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.ShardMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The shards that currently run on this node, by number. Thread-safe. */
public final class LocalShards {
  private static final long DRAIN_NANOS = Duration.ofMillis(2).toNanos();

  private final ConcurrentSkipListMap<Integer, ShardProcessor> running =
      new ConcurrentSkipListMap<>();
  private final AtomicLong rejected = new AtomicLong();
  private final AtomicLong unrecorded = new AtomicLong();
  private volatile boolean draining;

  void add(int shard, ShardProcessor processor) {
    running.put(shard, processor);
  }

  void remove(int shard, ShardProcessor processor) {
    running.remove(shard, processor);
  }

  /** Counts a rejected record of the ingest topic. */
  void rejectedOne() {
    rejected.incrementAndGet();
  }

  public long rejected() {
    return rejected.get();
  }

  /** Counts requests in flight of a shard that leaves this node. */
  void unrecorded(int requests) {
    unrecorded.addAndGet(requests);
  }

  /**
   * Requests whose outcome was not recorded before their shard left; the next owner repeats them.
   */
  public long unrecorded() {
    return unrecorded.get();
  }

  /**
   * Records the requests in flight of shards that leave this node, on the thread that runs them,
   * for a limited time. Other shards of the thread make their turns meanwhile.
   */
  public void drain(Collection<Integer> leaving, Duration longest) {
    List<ShardProcessor> mine = new ArrayList<>();
    for (ShardProcessor processor : running.values()) {
      if (processor.isMine()) {
        mine.add(processor);
      }
    }
    List<ShardProcessor> moving = new ArrayList<>();
    for (int shard : leaving) {
      ShardProcessor processor = running.get(shard);
      if (processor != null && mine.contains(processor)) {
        moving.add(processor);
        processor.leave();
      }
    }
    long deadline = System.nanoTime() + longest.toNanos();
    while (moving.stream().anyMatch(shard -> shard.inFlight() > 0)
        && System.nanoTime() < deadline) {
      LockSupport.parkNanos(DRAIN_NANOS);
      mine.forEach(ShardProcessor::runTimer);
    }
  }

  /** Starts no more requests: messages stay in their lanes. */
  public void drain() {
    draining = true;
  }

  boolean draining() {
    return draining;
  }

  /** Returns whether a shard runs here. */
  public boolean has(int shard) {
    return running.containsKey(shard);
  }

  public List<Integer> shards() {
    return List.copyOf(running.keySet());
  }

  /** Shards that failed and are paused. */
  public int paused() {
    int count = 0;
    for (ShardProcessor processor : running.values()) {
      count += processor.paused() ? 1 : 0;
    }
    return count;
  }

  /** The records that shards of this node hold while they are paused, if they hold any. */
  public SortedMap<Integer, Long> held() {
    SortedMap<Integer, Long> held = new TreeMap<>();
    running.forEach(
        (shard, processor) -> {
          long count = processor.held();
          if (count > 0) {
            held.put(shard, count);
          }
        });
    return held;
  }

  /** Requests in flight: handed to the sender, outcome not recorded yet. */
  public int inFlight() {
    int count = 0;
    for (ShardProcessor processor : running.values()) {
      count += processor.inFlight();
    }
    return count;
  }

  /** The waiting messages of customers that have many, in the shards that run here. */
  public SortedMap<String, Long> waiting() {
    SortedMap<String, Long> sum = new TreeMap<>();
    for (ShardProcessor processor : running.values()) {
      processor.waiting().forEach((customer, count) -> sum.merge(customer, count, Long::sum));
    }
    return sum;
  }

  /** The time until a shard of this node has something to do other than wait for records. */
  public Duration rest() {
    long least = ShardProcessor.REST.toMillis();
    for (ShardProcessor processor : running.values()) {
      least = Math.min(least, processor.restMillis());
    }
    return Duration.ofMillis(least);
  }

  /** Turns of the shards that run here, each counted since it started on this node. */
  public long turns() {
    long count = 0;
    for (ShardProcessor processor : running.values()) {
      count += processor.turns();
    }
    return count;
  }

  /**
   * The metrics of each shard, taken between two turns. A shard that leaves this node cancels its
   * future.
   */
  public List<CompletableFuture<ShardMetrics>> metrics() {
    List<CompletableFuture<ShardMetrics>> replies = new ArrayList<>();
    for (ShardProcessor processor : running.values()) {
      replies.add(processor.metrics());
    }
    return replies;
  }
}
