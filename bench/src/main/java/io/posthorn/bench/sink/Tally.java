package io.posthorn.bench.sink;

/** What the receivers have counted: written by their thread, read by the one that is asked. */
final class Tally {
  long count;
  long bytes;
  long swallowed;
  long timed;
  private final Latencies latencies = new Latencies();
  private volatile Counts published = new Counts(0, 0, 0, 0, 0);

  /**
   * Counts as they were at a moment.
   *
   * @param timed those of ports where arrivals are timed
   * @param lastAt when the last one came
   */
  record Counts(long count, long bytes, long swallowed, long timed, long lastAt) {}

  void publish(long now) {
    if (count != published.count() || swallowed != published.swallowed()) {
      long lastAt = count == published.count() ? published.lastAt() : now;
      published = new Counts(count, bytes, swallowed, timed, lastAt);
    }
  }

  Counts counts() {
    return published;
  }

  void time(long micros) {
    synchronized (latencies) {
      latencies.add(micros);
    }
  }

  /** How many were timed, p50, p90, p99 and p99.9 in microseconds, and begins anew. */
  String latencies() {
    synchronized (latencies) {
      String line =
          "%d %d %d %d %d"
              .formatted(
                  latencies.count(),
                  latencies.percentile(0.5),
                  latencies.percentile(0.9),
                  latencies.percentile(0.99),
                  latencies.percentile(0.999));
      latencies.clear();
      return line;
    }
  }
}
