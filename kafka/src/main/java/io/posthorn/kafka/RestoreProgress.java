package io.posthorn.kafka;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** The progress of a restore: the records left before shards can run. */
final class RestoreProgress implements StateRestoreListener {
  private final Map<TopicPartition, Long> left = new ConcurrentHashMap<>();
  private final AtomicLong restored = new AtomicLong();

  @Override
  public void onRestoreStart(TopicPartition changelog, String store, long from, long to) {
    left.put(changelog, to - from);
  }

  @Override
  public void onBatchRestored(TopicPartition changelog, String store, long at, long count) {
    restored.addAndGet(count);
    left.computeIfPresent(changelog, (partition, before) -> Math.max(0, before - count));
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long total) {
    left.remove(changelog);
  }

  @Override
  public void onRestoreSuspended(TopicPartition changelog, String store, long total) {
    left.remove(changelog);
  }

  /** Records restored since the start. */
  long recordsRestored() {
    return restored.get();
  }

  long recordsLeft() {
    long sum = 0;
    for (long one : left.values()) {
      sum += one;
    }
    return sum;
  }
}
