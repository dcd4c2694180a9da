package io.posthorn.kafka.command;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The records that paused shards hold in their own stores, over all nodes. The brokers count them
 * as processed, so every node reports those of its shards with its heartbeat. Thread-safe.
 */
public final class HeldRecordCounts {
  /** Reports of a node that are older than this do not count; it has left. */
  private static final long VALID_NANOS = Duration.ofSeconds(5).toNanos();

  private final LongSupplier nanos;
  private final Map<String, Report> reports = new ConcurrentHashMap<>();

  private record Report(long nanos, Map<Integer, Long> held) {}

  public HeldRecordCounts(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The report of a node about its shards. */
  public static byte[] encode(SortedMap<Integer, Long> held) {
    ByteWriter out = new ByteWriter(16 * (1 + held.size())).varint(held.size());
    held.forEach((shard, count) -> out.varint(shard).varint(count));
    return out.toBytes();
  }

  /** Takes a report of a node. */
  public void reported(String node, byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    Map<Integer, Long> held = new TreeMap<>();
    for (long left = in.varint(); left > 0; left--) {
      held.put((int) in.varint(), in.varint());
    }
    long now = nanos.getAsLong();
    reports.values().removeIf(report -> now - report.nanos() > VALID_NANOS);
    reports.put(node, new Report(now, held));
  }

  /** The records that a shard holds. */
  long of(int shard) {
    long now = nanos.getAsLong();
    long most = 0;
    for (Report report : reports.values()) {
      if (now - report.nanos() <= VALID_NANOS) {
        most = Math.max(most, report.held().getOrDefault(shard, 0L));
      }
    }
    return most;
  }
}
