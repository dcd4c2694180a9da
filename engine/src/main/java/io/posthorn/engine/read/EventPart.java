package io.posthorn.engine.read;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.EventView;
import io.posthorn.core.shard.read.History;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One shard's part of a page of events, newest first.
 *
 * @param reached the key down to which the shard was read; null if it has no older events
 */
record EventPart(List<EventRecord> records, @Nullable EventKey reached) {
  /** The number of events read at once where each is shown. */
  private static final int READ_AT_ONCE = 16;

  /** The number of events read at once where most are passed over. */
  private static final int SEARCHED_AT_ONCE = 256;

  /**
   * The most keys that a page reads in a shard, but for one batch: some tens of milliseconds. Large
   * events count as several.
   */
  static final int KEYS = 10_000;

  /**
   * Events are read with their states from many shards at once, so the bound is one large event.
   */
  private static final int BYTES_AT_ONCE = 1 << 20;

  /** The number of messages read together, unless one event has more. */
  private static final int MESSAGES_AT_ONCE = 256;

  /** A page ends early if its events have this many messages. */
  static final int MOST_MESSAGES = 10_000;

  /**
   * Reads a shard.
   *
   * @param before the key of the last event seen; null for the first page
   */
  static EventPart read(History history, EventQuery query, @Nullable EventKey before, int limit) {
    List<EventRecord> found = new ArrayList<>();
    int atOnce = query.isSelective() ? SEARCHED_AT_ONCE : READ_AT_ONCE;
    int messages = 0;
    int read = 0;
    EventKey last = before == null ? query.end() : before;
    while (true) {
      History.EventRows some =
          history.events(query.customerId(), last, query.from(), atOnce, BYTES_AT_ONCE);
      read += some.keys();
      expect(history, query, some.rows());
      for (EventView row : some.rows()) {
        last = row.key();
        if (query.matches(row)) {
          EventRecord one = EventRecord.of(history, query.customerId(), row);
          found.add(one.withoutStates());
          messages += one.messages().size();
        }
        if (found.size() >= limit || messages > MOST_MESSAGES) {
          boolean older =
              row != some.rows().getLast() || (some.more() && hasOlder(history, query, last));
          return new EventPart(found, older ? last : null);
        }
      }
      if (!some.more()) {
        return new EventPart(found, null);
      }
      if (read >= KEYS) {
        return new EventPart(found, last);
      }
    }
  }

  private static boolean hasOlder(History history, EventQuery query, EventKey last) {
    return !history.events(query.customerId(), last, query.from(), 1, 1).rows().isEmpty();
  }

  private static void expect(History history, EventQuery query, List<EventView> rows) {
    List<MessageId> ids = new ArrayList<>();
    for (EventView row : rows) {
      if (query.matches(row) && ids.size() + row.messageCount() <= MESSAGES_AT_ONCE) {
        ids.addAll(row.messageIds());
      }
    }
    history.expectMessages(query.customerId(), ids);
  }
}
