package io.posthorn.core.shard.state;

import io.posthorn.core.shard.protocol.InFlightBudget;

/** The bytes in flight of a shard, and the share of them that each endpoint may have. */
final class ByteShares {
  /** Capped so that multiplying it cannot overflow. */
  private long max;

  private long inFlight;

  /** The customers that have requests in flight. */
  private int active;

  ByteShares(InFlightBudget budget) {
    limit(budget);
  }

  final void limit(InFlightBudget budget) {
    max = Math.min(budget.bytes(), Long.MAX_VALUE / (4 * InFlightShares.PER_FREE));
  }

  long inFlight() {
    return inFlight;
  }

  void count(int bytes) {
    inFlight += bytes;
  }

  /** Counts a customer that has its first request in flight, or has none any more. */
  void countCustomer(int more) {
    active += more;
  }

  /** Returns whether an endpoint's next body may be added to the given bytes in flight. */
  boolean fit(Endpoint endpoint, int weight, long before) {
    return before <= fitsUpTo(endpoint, weight)
        || (before + weight <= 2 * max
            && endpoint.load().bytesInFlight() + weight <= shareOf(endpoint.customer()));
  }

  /**
   * The most bytes in flight at which an endpoint's next body may be added even if it exceeds its
   * share. With nothing in flight it may exceed the total by any one body, because a body that is
   * larger than the total would never fit otherwise.
   */
  private long fitsUpTo(Endpoint endpoint, int weight) {
    return endpoint.inFlight() == 0
        ? Math.max(max, 2 * max / (InFlightShares.PER_FREE + 1) * InFlightShares.PER_FREE - weight)
        : max - weight;
  }

  /**
   * The order in which waiting bodies fit as bytes come free, whatever the total is: the smallest
   * first, and before all others those of endpoints with nothing in flight.
   */
  static long fitRank(Endpoint endpoint, int weight) {
    return (endpoint.inFlight() == 0 ? 0 : 1L << 32) + weight;
  }

  /** The share of the bytes that each endpoint of a customer has. */
  private long shareOf(CustomerLoad customer) {
    return max / Math.max(1, active) / Math.max(1, customer.active);
  }
}
