package io.posthorn.core.shard.protocol;

import io.posthorn.core.event.EventKey;
import java.util.List;

/** The reply to a command. */
public sealed interface Reply {

  /** The events are accepted, each with its key; a duplicate has the key of the first event. */
  record Accepted(List<Receipt> events) implements Reply {}

  /** One accepted event. */
  record Receipt(String eventId, EventKey key, boolean duplicate) {}

  /** Done, or started if it is long-running work. */
  record Done() implements Reply {}

  /** The number of endpoints that a bulk command changed. */
  record Changed(int count) implements Reply {}

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
  record Trimmed(int payloads, int records, long bytes, boolean exhausted) implements Reply {}

  /** It conflicts with the current state; the reason is for a person. */
  record Conflict(String reason) implements Reply {}

  /** Whether a reply means that nothing has changed. */
  static boolean refuses(Reply reply) {
    return switch (reply) {
      case NotFound _, Conflict _, OverLimit _ -> true;
      case Accepted _, Done _, Changed _, Trimmed _ -> false;
    };
  }

  Done DONE = new Done();
  NotFound NOT_FOUND = new NotFound();

  /** The change was based on an outdated state. */
  Conflict OVERTAKEN = new Conflict("Another request has just changed it; try again.");
}
