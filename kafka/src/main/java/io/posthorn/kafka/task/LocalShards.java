package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.ShardMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** The shards that currently run on this node, by number. Thread-safe. */
public final class LocalShards {
  private final ConcurrentSkipListMap<Integer, ShardProcessor> running =
      new ConcurrentSkipListMap<>();
  private final AtomicLong rejected = new AtomicLong();
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

  /** Shards that failed and make no turns. */
  public int paused() {
    int count = 0;
    for (ShardProcessor processor : running.values()) {
      count += processor.paused() ? 1 : 0;
    }
    return count;
  }

  /** Requests in flight: handed to the sender, outcome not recorded yet. */
  public int inFlight() {
    int count = 0;
    for (ShardProcessor processor : running.values()) {
      count += processor.inFlight();
    }
    return count;
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
