package io.posthorn.server.api;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.History;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a customer's events, newest first.
 *
 * @param next where the next page begins; null after the last
 */
record EventPage(List<EventRecord> records, @Nullable Bookmark next) {
  /** Events are read with their states, each up to a mebibyte: so many are in memory at once. */
  private static final int READ_AT_ONCE = 16;

  /** A page ends early where its events became very many messages. */
  private static final int MOST_MESSAGES = 10_000;

  static EventPage read(History history, String customerId, @Nullable EventKey before, int limit) {
    List<EventRecord> records = new ArrayList<>();
    int messages = 0;
    EventKey last = before;
    while (true) {
      List<History.EventRow> rows = history.events(customerId, last, READ_AT_ONCE);
      for (History.EventRow row : rows) {
        if (last != null && (records.size() == limit || messages > MOST_MESSAGES)) {
          return new EventPage(records, new Bookmark(Bookmark.EVENTS, last.high(), last.low()));
        }
        EventRecord one = EventRecord.of(history, customerId, row.key(), row.event());
        records.add(one.withoutStates());
        messages += one.messages().size();
        last = row.key();
      }
      if (rows.size() < READ_AT_ONCE) {
        return new EventPage(records, null);
      }
    }
  }
}
