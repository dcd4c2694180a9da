package io.posthorn.core.shard.protocol;

import java.time.Duration;

/**
 * The limits of delivery; those on what is in flight and what waits are settings.
 *
 * @param maxInFlight requests in flight, of all endpoints together
 * @param maxInFlightPerEndpoint what an endpoint's allowance can grow to
 * @param maxBytesInFlight bodies in flight, of all endpoints together
 * @param retryAfterHold the longest time a {@code Retry-After} holds a whole endpoint
 * @param versionOverlap how long after a switch of version each event is sent in both
 * @param dropsNewsInterval the shortest time between two pieces of news on an endpoint's drops
 * @param waitingMessages what may wait for one customer's endpoints before its events are refused
 */
public record DeliveryLimits(
    int maxInFlight,
    int maxInFlightPerEndpoint,
    long maxBytesInFlight,
    long retryAfterHold,
    long versionOverlap,
    long dropsNewsInterval,
    long waitingMessages) {
  public static final long UNLIMITED = Long.MAX_VALUE;

  public static final DeliveryLimits DEFAULT =
      new DeliveryLimits(
          10_000,
          32,
          256L << 20,
          Duration.ofHours(1).toMillis(),
          Duration.ofMinutes(5).toMillis(),
          Duration.ofMinutes(1).toMillis(),
          UNLIMITED);

  /** With other limits on what is in flight. */
  public DeliveryLimits withInFlight(int total, int perEndpoint, long bytes) {
    return new DeliveryLimits(
        total,
        perEndpoint,
        bytes,
        retryAfterHold,
        versionOverlap,
        dropsNewsInterval,
        waitingMessages);
  }

  /** With another limit on what may wait for one customer. */
  public DeliveryLimits withWaitingMessages(long most) {
    return new DeliveryLimits(
        maxInFlight,
        maxInFlightPerEndpoint,
        maxBytesInFlight,
        retryAfterHold,
        versionOverlap,
        dropsNewsInterval,
        most);
  }
}
