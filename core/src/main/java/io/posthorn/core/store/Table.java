package io.posthorn.core.store;

/**
 * What lives where: the first byte of every key. Numbers are stored and never reused.
 *
 * <p>A message that is delivered at its first attempt costs seven writes: EVENT and EVENT_ID (once
 * for all messages of an event), LANE, BY_ENDPOINT and BY_SUBSCRIPTION when it is accepted; LANE
 * (removed) and MESSAGE when its outcome is recorded. Endpoints are written once for each commit
 * that changed them, whatever number of messages did.
 */
public enum Table {
  /** Single facts about the shard: its format, the latest time it saw, switches. */
  META(1),
  /** Endpoint id: circuit, allowance, settings, counters. */
  ENDPOINT(2),
  /** Subscription id: the subscription. */
  SUBSCRIPTION(3),
  /** Customer: its switches. */
  CUSTOMER(4),
  /** Customer, event key: the event with its payload and the list of its messages. */
  EVENT(5),
  /** Customer, event id: the event's key. Makes posting idempotent. */
  EVENT_ID(6),
  /**
   * Customer, message id: the message's state, once it differs from "waiting for its first attempt"
   * (which the event's record and the lane say already). With it goes the attempt that ended it.
   */
  MESSAGE(7),
  /**
   * Customer, message id, attempt number: one attempt with its outcome, after which the message
   * waited again.
   */
  ATTEMPT(8),
  /** Endpoint, lane, due moment, message id: the queues. */
  LANE(9),
  /** Endpoint, start of the schedule, message id: what waits outside the first lane, by age. */
  EXPIRY(10),
  /** Endpoint, message id: listing. */
  BY_ENDPOINT(11),
  /** Subscription, message id: listing. */
  BY_SUBSCRIPTION(12),
  /** Customer, status, message id: listing of what was dropped or cancelled. */
  ENDED(13),
  /** Sweep id: what a sweep does and how far it is. */
  SWEEP(14),
  /** Customer: how far each pass of retention is. */
  RETENTION(15),
  /** Moment, customer, event key: events that retention has to look at again. */
  RECHECK(16),
  /** Digest of a key: who may do what with it. */
  API_KEY(17),
  /** Customer: that it exists, and since when. */
  CUSTOMER_RECORD(18),
  /** Moment, number: who changed what. */
  AUDIT(19),
  /** Customer, endpoint (zeros for the customer as a whole), minute: what happened in it. */
  STATS(20),
  /** Customer, endpoint, moment, event: what happened to its circuit. */
  CIRCUIT(21),
  /** Kind, subscription: what is moving to another shard, for whom; what has come from one. */
  MOVE(23),
  /** Customer, event key: the id that stays taken for its time, though its event is gone. */
  TAKEN_ID(24);

  private final byte number;

  Table(int number) {
    this.number = (byte) number;
  }

  public byte number() {
    return number;
  }
}
