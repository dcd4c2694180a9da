package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reply to a command. */
public sealed interface Reply {

  /** The events are accepted, each with its key; a duplicate has the key of the first event. */
  record Accepted(List<Receipt> events) implements Reply {}

  /**
   * One accepted event.
   *
   * @param messages how many messages it made; {@link #UNKNOWN_MESSAGES} where other shards make
   *     them
   */
  record Receipt(String eventId, EventKey key, boolean duplicate, int messages) {
    public static final int UNKNOWN_MESSAGES = -1;

    /** A receipt of an event whose messages other shards make. */
    public Receipt(String eventId, EventKey key, boolean duplicate) {
      this(eventId, key, duplicate, UNKNOWN_MESSAGES);
    }
  }

  /** Done, or started if it is long-running work. */
  record Done() implements Reply {}

  /**
   * The number of endpoints that a bulk command changed.
   *
   * @param next the last of them, if there may be more behind it; null if all are done
   */
  record Changed(int count, @Nullable EndpointId next) implements Reply {}

  /** It does not exist for this customer. */
  record NotFound() implements Reply {}

  /** Nothing was accepted: this customer is at its limit of waiting messages. */
  record OverLimit(String customerId, long limit) implements Reply {}

  /**
   * The result of early retention.
   *
   * @param payloads events that lost their payload
   * @param records events that were removed with their messages
   * @param bytes the bytes removed, before compression
   * @param exhausted whether there was nothing left to remove
   */
  record RemovedEarly(int payloads, int records, long bytes, boolean exhausted) implements Reply {}

  /** It conflicts with the current state; the reason is for users. */
  record Conflict(Cause cause, String reason) implements Reply {
    /** A conflict with the state of the target. */
    public Conflict(String reason) {
      this(Cause.STATE, reason);
    }

    /** Why a command conflicts, for machines. */
    public enum Cause {
      /** The state of the target does not allow the command. */
      STATE(0),
      /** Another command came first; this one can be repeated. */
      CONCURRENT_CHANGE(1),
      CUSTOMER_ERASING(2),
      IDENTICAL_SUBSCRIPTION(3),
      /** An endpoint would have an OAuth2 client and a subscription with a token of its own. */
      TWO_AUTHORIZATIONS(4),
      /** The customer has as many subscriptions as it may have. */
      SUBSCRIPTION_LIMIT(5);

      private final int number;

      Cause(int number) {
        this.number = number;
      }

      /** The number in wire formats, never reused. */
      public int number() {
        return number;
      }

      /** The cause with a number; one of a newer version is a conflict like any other. */
      public static Cause of(int number) {
        for (Cause cause : values()) {
          if (cause.number == number) {
            return cause;
          }
        }
        return STATE;
      }
    }
  }

  /** Returns whether a reply means that nothing has changed. */
  static boolean refuses(Reply reply) {
    return switch (reply) {
      case NotFound _, Conflict _, OverLimit _ -> true;
      case Accepted _, Done _, Changed _, RemovedEarly _ -> false;
    };
  }

  Done DONE = new Done();
  NotFound NOT_FOUND = new NotFound();

  /** The change was based on an outdated state. */
  Conflict OVERTAKEN =
      new Conflict(
          Conflict.Cause.CONCURRENT_CHANGE,
          "Another request changed this object at the same time; repeat the call.");
}
