package io.posthorn.core.shard.protocol;

/**
 * The limits of a shard from one turn on, if it shares them with other shards of its process.
 *
 * @param requests requests in flight, including those that are in flight already
 * @param bytes their bodies
 * @param perHost the most that the in-flight limit of a host and port can grow to
 */
public record InFlightBudget(int requests, long bytes, int perHost) {
  /** The whole limits, for a shard that shares them with no other. */
  public static InFlightBudget of(DeliveryLimits limits) {
    return new InFlightBudget(
        limits.maxInFlight(), limits.maxBytesInFlight(), limits.maxInFlightPerHost());
  }
}
