package io.posthorn.core.shard.protocol;

import io.posthorn.core.event.EventKey;
import java.util.List;

/** How a command is answered. */
public sealed interface Reply {

  /** The events are accepted; each with the key it has, which for a known id is the first one's. */
  record Accepted(List<Receipt> events) implements Reply {}

  /** One accepted event. */
  record Receipt(String eventId, EventKey key, boolean duplicate) {}

  /** It is done, or under way if it is long work. */
  record Done() implements Reply {}

  /** How many endpoints a command for many has changed. */
  record Changed(int count) implements Reply {}

  /** It does not exist, for this customer. */
  record NotFound() implements Reply {}

  /** Nothing was accepted: more messages would wait for this customer than may. */
  record OverLimit(String customerId, long limit) implements Reply {}

  /**
   * What went before its time.
   *
   * @param payloads events that lost their payload
   * @param records events that are gone with their messages
   * @param bytes what all that weighed, before any compression
   * @param exhausted whether there was nothing left to remove
   */
  record Trimmed(int payloads, int records, long bytes, boolean exhausted) implements Reply {}

  /** It cannot be done as things stand; the reason is for a person. */
  record Conflict(String reason) implements Reply {}

  /** Whether an answer says that nothing has changed. */
  static boolean refuses(Reply reply) {
    return switch (reply) {
      case NotFound _, Conflict _, OverLimit _ -> true;
      case Accepted _, Done _, Changed _, Trimmed _ -> false;
    };
  }

  Done DONE = new Done();
  NotFound NOT_FOUND = new NotFound();

  /** A change was made from what is no longer so. */
  Conflict OVERTAKEN = new Conflict("Somebody else has just changed it: try again.");
}
