package io.posthorn.engine.read;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.History;
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
  /** How many events are read at once. */
  private static final int READ_AT_ONCE = 16;

  /** They are read with their states, of many shards at a time: no more than one large event. */
  private static final int BYTES_AT_ONCE = 1 << 20;

  /** How many messages are asked for together, unless one event has more. */
  private static final int MESSAGES_AT_ONCE = 256;

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
      History.EventRows some = history.events(customerId, last, READ_AT_ONCE, BYTES_AT_ONCE);
      expect(history, customerId, some.rows());
      for (History.EventRow row : some.rows()) {
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
      if (!some.more()) {
        return sorted(found, false);
      }
    }
  }

  private static void expect(History history, String customerId, List<History.EventRow> rows) {
    List<MessageId> ids = new ArrayList<>();
    for (History.EventRow row : rows) {
      if (ids.size() + row.event().targets().size() <= MESSAGES_AT_ONCE) {
        ids.addAll(EventRecord.messageIds(row.key(), row.event()));
      }
    }
    history.expectMessages(customerId, ids);
  }

  private static EventPart sorted(List<EventRecord> found, boolean more) {
    found.sort(NEWEST_FIRST);
    return new EventPart(found, more);
  }

  private static EventKey endOfMillisecond(EventKey place) {
    return EventKey.of(place.acceptedAt() + 1, 0, 0, 0);
  }
}
