package io.posthorn.kafka.task;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Customers that did not exist a moment ago: for each record of one the brokers would be asked
 * whether it exists by now, by a thread that has shards to run.
 */
final class UnknownCustomerCache {
  static final Duration MOMENT = Duration.ofSeconds(1);

  /** Names are a sender's choice, and must not fill the memory. */
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
    return noted != null && nanos - noted < MOMENT.toNanos();
  }
}
