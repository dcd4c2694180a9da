package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.ShardFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** The shards that run on this node at the moment, by their number. For any thread. */
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

  /** The door has turned a record away. */
  void rejectedOne() {
    rejected.incrementAndGet();
  }

  public long rejected() {
    return rejected.get();
  }

  /** From now on no request is started: what is decided to be sent stays in its lane. */
  public void drain() {
    draining = true;
  }

  boolean draining() {
    return draining;
  }

  /** Whether a shard runs here. */
  public boolean has(int shard) {
    return running.containsKey(shard);
  }

  public List<Integer> shards() {
    return List.copyOf(running.keySet());
  }

  /** Requests that were handed to the sender and are not recorded yet. */
  public int inFlight() {
    int count = 0;
    for (ShardProcessor processor : running.values()) {
      count += processor.inFlight();
    }
    return count;
  }

  /** How long all shards of this node have nothing to do but to wait for records. */
  public Duration rest() {
    long least = ShardProcessor.REST.toMillis();
    for (ShardProcessor processor : running.values()) {
      least = Math.min(least, processor.restMillis());
    }
    return Duration.ofMillis(least);
  }

  /** Turns of the shards that run here, since each of them began to. */
  public long turns() {
    long count = 0;
    for (ShardProcessor processor : running.values()) {
      count += processor.turns();
    }
    return count;
  }

  /** How each shard stands. Each answers between two turns; one that leaves cancels its answer. */
  public List<CompletableFuture<ShardFigures>> figures() {
    List<CompletableFuture<ShardFigures>> answers = new ArrayList<>();
    for (ShardProcessor processor : running.values()) {
      answers.add(processor.figures());
    }
    return answers;
  }
}
