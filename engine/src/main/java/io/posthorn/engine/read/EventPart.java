package io.posthorn.engine.read;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.EventView;
import io.posthorn.core.shard.read.History;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One shard's part of a page of events, newest first.
 *
 * @param reached the position down to which the shard was read; null if it has no older events
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

  private static final Comparator<EventRecord> NEWEST_FIRST =
      Comparator.comparing((EventRecord one) -> one.position()).reversed();

  /**
   * Reads a shard.
   *
   * @param before the position of the last event seen; null for the first page
   * @param alone whether this is the only shard; otherwise keys of other shards interleave, and a
   *     millisecond has to be read to its end
   */
  static EventPart read(
      History history, EventQuery query, @Nullable EventKey before, int limit, boolean alone) {
    List<EventRecord> found = new ArrayList<>();
    int atOnce = query.isSelective() ? SEARCHED_AT_ONCE : READ_AT_ONCE;
    int messages = 0;
    int read = 0;
    EventKey last = before == null ? query.end() : alone ? before : endOfMillisecond(before);
    EventKey stop = null;
    while (true) {
      History.EventRows some =
          history.events(query.customerId(), last, query.from(), atOnce, BYTES_AT_ONCE);
      read += some.keys();
      expect(history, query, some.rows());
      for (EventView row : some.rows()) {
        if (stop != null && (alone || row.key().acceptedAt() < stop.acceptedAt())) {
          return part(found, stop);
        }
        last = row.key();
        if (before != null && EventRecord.position(last).compareTo(before) >= 0) {
          continue;
        }
        if (query.matches(row)) {
          EventRecord one = EventRecord.of(history, query.customerId(), row);
          found.add(one.withoutStates());
          messages += one.messages().size();
        }
        if (stop == null && (found.size() >= limit || messages > MOST_MESSAGES)) {
          stop = end(last, alone);
        }
      }
      if (!some.more()) {
        return part(found, null);
      }
      // Rows before the page are not counted as progress: the next page would begin where this did.
      if (stop == null
          && read >= KEYS
          && last != null
          && (before == null || end(last, alone).compareTo(before) < 0)) {
        stop = end(last, alone);
      }
    }
  }

  /** The end of a part at a key: with several shards, the end of its millisecond. */
  private static EventKey end(EventKey key, boolean alone) {
    return alone ? EventRecord.position(key) : EventKey.of(key.acceptedAt(), 0, 0, 0);
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

  private static EventPart part(List<EventRecord> found, @Nullable EventKey reached) {
    found.sort(NEWEST_FIRST);
    return new EventPart(found, reached);
  }

  private static EventKey endOfMillisecond(EventKey position) {
    return EventKey.of(position.acceptedAt() + 1, 0, 0, 0);
  }
}
