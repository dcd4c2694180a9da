package io.posthorn.kafka.command;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The waiting messages of customers over all nodes, approximately: every node reports with its
 * heartbeat how many its shards have. Customers with few are left out. Thread-safe.
 */
public final class WaitingMessageCounts {
  /** Reports of a node that are older than this do not count; it has left. */
  private static final long VALID_NANOS = Duration.ofSeconds(5).toNanos();

  /** The customers left out have less than this part of the limit in all shards together. */
  private static final int LEFT_OUT = 10;

  /** Upper bound of the customers in a report. */
  private static final int MOST_CUSTOMERS = 10_000;

  private final long limit;
  private final int shards;
  private final LongSupplier nanos;
  private final Map<String, Report> reports = new ConcurrentHashMap<>();

  private record Report(long nanos, Map<String, Long> waiting) {
    boolean valid(long now) {
      return now - nanos <= VALID_NANOS;
    }
  }

  public WaitingMessageCounts(long limit, int shards, LongSupplier nanos) {
    this.limit = limit;
    this.shards = shards;
    this.nanos = nanos;
  }

  /** Returns whether there is a limit at all. */
  public boolean limited() {
    return limit != DeliveryLimits.UNLIMITED;
  }

  public long limit() {
    return limit;
  }

  /** The fewest waiting messages of a customer in one shard that are reported. */
  public long least() {
    return Math.max(1, limit / LEFT_OUT / shards);
  }

  /** The report of a node about its shards. */
  public byte[] encode(SortedMap<String, Long> waiting) {
    int count = Math.min(waiting.size(), MOST_CUSTOMERS);
    ByteWriter out = new ByteWriter(16 + 24 * count).varint(count);
    waiting.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(count)
        .forEach(entry -> out.text(entry.getKey()).varint(entry.getValue()));
    return out.toBytes();
  }

  /** Takes a report of a node; an empty one says nothing. */
  public void reported(String node, byte[] bytes) {
    if (bytes.length > 0) {
      ByteReader in = new ByteReader(bytes);
      Map<String, Long> waiting = new TreeMap<>();
      for (long left = in.varint(); left > 0; left--) {
        waiting.put(in.text(), in.varint());
      }
      long now = nanos.getAsLong();
      reports.values().removeIf(report -> !report.valid(now));
      reports.put(node, new Report(now, waiting));
    }
  }

  /** The nodes whose reports are kept. */
  int nodes() {
    return reports.size();
  }

  /** Returns whether a customer has as many waiting messages as it may have. */
  boolean atLimit(String customer) {
    if (!limited()) {
      return false;
    }
    long now = nanos.getAsLong();
    long sum = 0;
    for (Report report : reports.values()) {
      if (report.valid(now)) {
        sum += report.waiting().getOrDefault(customer, 0L);
      }
    }
    return sum >= limit;
  }
}
