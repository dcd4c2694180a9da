package io.posthorn.core.shard.protocol;

/**
 * The limits of a shard from one turn on, if it shares them with other shards of its process.
 *
 * @param requests requests in flight, including those that are in flight already
 * @param bytes their bodies
 * @param perHost the most that the in-flight limit of a host and port can grow to
 * @param severalCustomers whether other shards may have customers that this one does not know: then
 *     a customer that is alone here leaves capacity to them
 */
public record InFlightBudget(int requests, long bytes, int perHost, boolean severalCustomers) {
  /** A budget of a shard that knows all customers. */
  public InFlightBudget(int requests, long bytes, int perHost) {
    this(requests, bytes, perHost, false);
  }

  /** The whole limits, for a shard that shares them with no other. */
  public static InFlightBudget of(DeliveryLimits limits) {
    return new InFlightBudget(
        limits.maxInFlight(), limits.maxBytesInFlight(), limits.maxInFlightPerHost());
  }

  public InFlightBudget withSeveralCustomers(boolean several) {
    return new InFlightBudget(requests, bytes, perHost, several);
  }
}
