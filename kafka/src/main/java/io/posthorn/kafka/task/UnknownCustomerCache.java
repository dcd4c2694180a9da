package io.posthorn.kafka.task;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A short-lived cache of customer ids that do not exist. It keeps a node from asking the brokers
 * for every record of such a customer.
 */
final class UnknownCustomerCache {
  static final Duration TTL = Duration.ofSeconds(1);

  /** Senders choose the ids, so the cache is bounded. */
  private static final int MOST = 1_000;

  private final Map<String, Long> since = new LinkedHashMap<>();

  void note(String customerId, long nanos) {
    if (since.size() == MOST) {
      since.clear();
    }
    since.put(customerId, nanos);
  }

  boolean has(String customerId, long nanos) {
    Long noted = since.get(customerId);
    return noted != null && nanos - noted < TTL.toNanos();
  }
}
