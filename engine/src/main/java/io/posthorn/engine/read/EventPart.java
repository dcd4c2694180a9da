package io.posthorn.engine.read;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.History;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One shard's part of a page of events, newest first.
 *
 * @param more whether the shard has older events
 */
record EventPart(List<EventRecord> records, boolean more) {
  /** The number of events read at once. */
  private static final int READ_AT_ONCE = 16;

  /**
   * Events are read with their states from many shards at once, so the bound is one large event.
   */
  private static final int BYTES_AT_ONCE = 1 << 20;

  /** The number of messages read together, unless one event has more. */
  private static final int MESSAGES_AT_ONCE = 256;

  /** A page ends early if its events have this many messages. */
  static final int MOST_MESSAGES = 10_000;

  private static final Comparator<EventRecord> NEWEST_FIRST =
      Comparator.comparing((EventRecord one) -> one.place()).reversed();

  /**
   * Reads a shard.
   *
   * @param before the position of the last event seen; null for the first page
   * @param alone whether this is the only shard; otherwise keys of other shards interleave, and a
   *     millisecond has to be read to its end
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
