package io.posthorn.core.shard.protocol;

/**
 * Counters of a shard since it was opened, and gauges of its current state.
 *
 * @param eventsAccepted excluding duplicates; with several shards, one of them counts an event
 * @param eventsKnown duplicates, which get the same reply as the first event
 * @param messagesAccepted messages of the accepted events, operational events included
 * @param paused endpoints that a user paused, whatever the state of their circuit
 * @param certificatesExpiring endpoints whose client certificate has expired or soon will
 * @param first messages before their first attempt, at endpoints that are not held
 * @param retry messages that were attempted, at endpoints that are not held
 * @param order ordered messages behind another one of their object, at endpoints that are not held
 * @param held messages at endpoints that are disabled, frozen or paused
 * @param oldestDueAt the time at which the oldest due message was due, among those read ahead that
 *     are not in flight; {@link #NOTHING_DUE} where there is none
 */
public record ShardMetrics(
    long eventsAccepted,
    long eventsKnown,
    long messagesAccepted,
    int enabled,
    int disabled,
    int frozen,
    int paused,
    int certificatesExpiring,
    Depth first,
    Depth retry,
    Depth order,
    Depth held,
    long oldestDueAt,
    int inFlight,
    long bytesInFlight) {
  public static final long NOTHING_DUE = Long.MAX_VALUE;

  /**
   * The waiting messages in lanes of one kind, including those in flight.
   *
   * @param lanes how many are not empty
   */
  public record Depth(int lanes, long messages) {
    public static final Depth EMPTY = new Depth(0, 0);

    public Depth plus(long more) {
      return more == 0 ? this : new Depth(lanes + 1, messages + more);
    }

    public Depth plus(Depth other) {
      return new Depth(lanes + other.lanes, messages + other.messages);
    }
  }

  public static final ShardMetrics NONE =
      new ShardMetrics(
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          Depth.EMPTY,
          Depth.EMPTY,
          Depth.EMPTY,
          Depth.EMPTY,
          NOTHING_DUE,
          0,
          0);

  /** The sum of two shards' metrics. */
  public ShardMetrics plus(ShardMetrics other) {
    return new ShardMetrics(
        eventsAccepted + other.eventsAccepted,
        eventsKnown + other.eventsKnown,
        messagesAccepted + other.messagesAccepted,
        enabled + other.enabled,
        disabled + other.disabled,
        frozen + other.frozen,
        paused + other.paused,
        certificatesExpiring + other.certificatesExpiring,
        first.plus(other.first),
        retry.plus(other.retry),
        order.plus(other.order),
        held.plus(other.held),
        Math.min(oldestDueAt, other.oldestDueAt),
        inFlight + other.inFlight,
        bytesInFlight + other.bytesInFlight);
  }
}
