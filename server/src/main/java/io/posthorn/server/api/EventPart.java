package io.posthorn.server.api;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.History;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one shard has of a page of a customer's events, newest first.
 *
 * @param more whether it has older ones
 */
record EventPart(List<EventRecord> records, boolean more) {
  /** Events are read with their states, each up to a mebibyte: so many are in memory at once. */
  private static final int READ_AT_ONCE = 16;

  /** A page ends early where its events became very many messages. */
  static final int MOST_MESSAGES = 10_000;

  private static final Comparator<EventRecord> NEWEST_FIRST =
      Comparator.comparing((EventRecord one) -> one.place()).reversed();

  /**
   * Reads a shard.
   *
   * @param before the place of the last event that was seen; null to begin
   * @param alone whether there are no other shards: their keys would be mixed among its own, so
   *     that a millisecond has to be read to its end
   */
  static EventPart read(
      History history, String customerId, @Nullable EventKey before, int limit, boolean alone) {
    List<EventRecord> found = new ArrayList<>();
    int messages = 0;
    EventKey last = before == null || alone ? before : endOfMillisecond(before);
    while (true) {
      List<History.EventRow> rows = history.events(customerId, last, READ_AT_ONCE);
      for (History.EventRow row : rows) {
        last = row.key();
        if (before != null && EventRecord.place(last).compareTo(before) >= 0) {
          continue;
        }
        boolean full = found.size() >= limit || messages > MOST_MESSAGES;
        if (full && (alone || last.acceptedAt() < found.getLast().key().acceptedAt())) {
          return sorted(found, true);
        }
        EventRecord one = EventRecord.of(history, customerId, last, row.event());
        found.add(one.withoutStates());
        messages += one.messages().size();
      }
      if (rows.size() < READ_AT_ONCE) {
        return sorted(found, false);
      }
    }
  }

  private static EventPart sorted(List<EventRecord> found, boolean more) {
    found.sort(NEWEST_FIRST);
    return new EventPart(found, more);
  }

  private static EventKey endOfMillisecond(EventKey place) {
    return EventKey.of(place.acceptedAt() + 1, 0, 0, 0);
  }
}
