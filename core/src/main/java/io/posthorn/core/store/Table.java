package io.posthorn.core.store;

/**
 * The tables of a shard: the first byte of every key. Numbers are stored and never reused.
 *
 * <p>A message that is delivered within five seconds costs four writes: EVENT and EVENT_ID (once
 * for all messages of an event) and BY_ENDPOINT when it is accepted, MESSAGE when its outcome is
 * recorded. One that has to wait longer, or behind more than memory holds, costs two more: LANE,
 * written and removed. The messages of a turn share the rest: FLIGHTS for those in no lane, and
 * ENDPOINT_STATE for each endpoint that changed.
 */
public enum Table {
  /** Shard-wide values: its format, the latest time it saw, delivery pauses. */
  META(1),
  /** Customer, endpoint id: URL, settings, secrets, the past of its circuit. */
  ENDPOINT(2),
  /** Subscription id: the subscription. */
  SUBSCRIPTION(3),
  /** Customer: its delivery pause. */
  CUSTOMER(4),
  /** Customer, event key: the event with its payload and the list of its messages. */
  EVENT(5),
  /** Customer, event id: the event's key. Makes posting idempotent. */
  EVENT_ID(6),
  /**
   * Customer, message id: the message's state, once it differs from "waiting for its first attempt"
   * (which the event's record and the lane say already). It contains the attempt that ended the
   * message.
   */
  MESSAGE(7),
  /**
   * Customer, message id, attempt number: one attempt with its outcome, after which the message
   * waited again.
   */
  ATTEMPT(8),
  /** Endpoint, lane, due time, message id: the queues. */
  LANE(9),
  /** Endpoint, start of the schedule, message id: what waits outside the first lane, by age. */
  EXPIRY(10),
  /** Endpoint, message id: listing. It names the message's subscription. */
  BY_ENDPOINT(11),
  /** Customer, status, message id: listing of what was dropped or cancelled. */
  ENDED(13),
  /** Sweep id: the work of a sweep and its progress. */
  SWEEP(14),
  /** Customer: the progress of each retention pass. */
  RETENTION(15),
  /** Time, customer, event key: events that retention has to examine again. */
  RECHECK(16),
  /** Digest of an API key: the key's role and scope. */
  API_KEY(17),
  /** Customer: its existence and creation time. */
  CUSTOMER_RECORD(18),
  /** Time, number: the audit log. */
  AUDIT(19),
  /** Customer, endpoint (zeros for the customer as a whole), minute: its counters. */
  STATS(20),
  /** Customer, endpoint, time, event: the history of its circuit. */
  CIRCUIT(21),
  /** Kind, subscription: subscriptions moving to another shard, or come from one. */
  MOVE(23),
  /** Customer, event key: the id of a removed event, which stays taken for a time. */
  TAKEN_ID(24),
  /**
   * Number: the messages of one turn that were sent in it, or wait in memory, and are in no lane.
   */
  FLIGHTS(25),
  /** Customer, subscription, endpoint: where a subscription's messages are listed. */
  SUBSCRIPTION_ENDPOINT(26),
  /** Customer, endpoint id: the rest of its circuit, in-flight limit, counters. */
  ENDPOINT_STATE(27),
  /**
   * Endpoint, ordering key: its head, and how many messages wait behind the head. It exists only
   * while an ordered message of the object waits there.
   */
  KEY(30),
  /** Endpoint, ordering key, order, message id: the messages behind the head. */
  ORDER(31);

  private final byte number;

  Table(int number) {
    this.number = (byte) number;
  }

  public byte number() {
    return number;
  }
}
