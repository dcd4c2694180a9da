package io.posthorn.core.shard.protocol;

import java.time.Duration;

/**
 * The limits of delivery; those on in-flight and waiting messages are settings.
 *
 * @param maxInFlight requests in flight, of all endpoints together
 * @param maxInFlightPerEndpoint the most an endpoint's in-flight limit can grow to
 * @param maxInFlightPerHost the most that the in-flight limit of a host and port can grow to, over
 *     the endpoints of all customers
 * @param startInFlightPerHost where that limit starts
 * @param maxBytesInFlight bodies in flight, of all endpoints together
 * @param retryAfterHold the longest time a {@code Retry-After} holds a whole endpoint
 * @param versionOverlap how long after a switch of version each event is sent in both
 * @param operationalEventInterval the shortest time between two operational events about an
 *     endpoint's drops, and in format slack also between two about its changes
 * @param waitingMessages the most messages that may wait for one customer before its events are
 *     refused
 * @param orderedWait the longest time that an ordered message waits behind others: one that waited
 *     longer is dropped
 */
public record DeliveryLimits(
    int maxInFlight,
    int maxInFlightPerEndpoint,
    int maxInFlightPerHost,
    int startInFlightPerHost,
    long maxBytesInFlight,
    long retryAfterHold,
    long versionOverlap,
    long operationalEventInterval,
    long waitingMessages,
    long orderedWait) {
  public static final long UNLIMITED = Long.MAX_VALUE;

  public static final DeliveryLimits DEFAULT =
      new DeliveryLimits(
          10_000,
          32,
          1_024,
          128,
          256L << 20,
          Duration.ofHours(1).toMillis(),
          Duration.ofMinutes(5).toMillis(),
          Duration.ofMinutes(1).toMillis(),
          UNLIMITED,
          Duration.ofDays(7).toMillis());

  /** With other in-flight limits. */
  public DeliveryLimits withInFlight(int total, int perEndpoint, long bytes) {
    return new DeliveryLimits(
        total,
        perEndpoint,
        maxInFlightPerHost,
        startInFlightPerHost,
        bytes,
        retryAfterHold,
        versionOverlap,
        operationalEventInterval,
        waitingMessages,
        orderedWait);
  }

  /** With other in-flight limits of hosts. */
  public DeliveryLimits withInFlightPerHost(int most, int start) {
    return new DeliveryLimits(
        maxInFlight,
        maxInFlightPerEndpoint,
        most,
        start,
        maxBytesInFlight,
        retryAfterHold,
        versionOverlap,
        operationalEventInterval,
        waitingMessages,
        orderedWait);
  }

  /** With another limit on one customer's waiting messages. */
  public DeliveryLimits withWaitingMessages(long most) {
    return new DeliveryLimits(
        maxInFlight,
        maxInFlightPerEndpoint,
        maxInFlightPerHost,
        startInFlightPerHost,
        maxBytesInFlight,
        retryAfterHold,
        versionOverlap,
        operationalEventInterval,
        most,
        orderedWait);
  }

  /** With another longest time that ordered messages wait behind others. */
  public DeliveryLimits withOrderedWait(long longest) {
    return new DeliveryLimits(
        maxInFlight,
        maxInFlightPerEndpoint,
        maxInFlightPerHost,
        startInFlightPerHost,
        maxBytesInFlight,
        retryAfterHold,
        versionOverlap,
        operationalEventInterval,
        waitingMessages,
        longest);
  }
}
