package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.FlightsEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The messages whose requests left in the turn that accepted them, or leave soon. They are in no
 * lane: each turn writes one entry for all of its own, instead of a lane entry for each.
 *
 * <p>Implementation notes. An entry is removed with its last message. Before that it is rewritten
 * only for messages that moved to their lanes: a restart ignores messages that have a record. The
 * number of a removed entry is used again, so that the table is a few keys that are overwritten,
 * and a restart does not walk over deleted ones. The removal waits for the end of the turn: an
 * entry of this turn that takes the number saves it.
 */
final class FirstFlights {
  /**
   * The time that messages stay out of their lanes: most are delivered sooner, even if callers post
   * more than can be delivered at once.
   */
  static final long LONGEST = 5_000;

  /**
   * The messages that entries may name, delivered ones included: a restart reads the record of
   * each, in some tenths of a second.
   */
  static final int MOST = 65_536;

  private final ShardStore store;
  private final Map<MessageId, Entry> byMessage = new HashMap<>(); // never iterated
  private final ArrayDeque<Entry> byAge = new ArrayDeque<>();

  /** The numbers of stored entries. */
  private final BitSet stored = new BitSet();

  /** The numbers of stored entries that have no message left. */
  private final BitSet obsolete = new BitSet();

  /** The messages that stored entries name. */
  private int named;

  /** The entries from which messages moved to their lanes in this turn. */
  private final Set<Entry> changed = new LinkedHashSet<>();

  /** A stored entry: its messages, and how many of them are left. */
  private static final class Entry {
    final int number;
    final long since;
    final List<MessageId> messages;
    final List<Endpoint> endpoints;
    int left;

    Entry(int number, long since, List<MessageId> messages, List<Endpoint> endpoints) {
      this.number = number;
      this.since = since;
      this.messages = messages;
      this.endpoints = endpoints;
      left = messages.size();
    }
  }

  /** The new messages of a turn, in order. */
  static final class Leaving {
    private final List<MessageId> messages = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();

    void add(MessageId message, Endpoint endpoint) {
      messages.add(message);
      endpoints.add(endpoint);
    }
  }

  FirstFlights(ShardStore store) {
    this.store = store;
  }

  /** Takes the entries of the previous process. */
  List<FlightsEntry> takeStored() {
    List<FlightsEntry> found = new ArrayList<>();
    byte[] from = StoreKeys.table(Table.FLIGHTS);
    store.scan(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          found.add(FlightsEntry.decode(value));
          stored.set(StoreKeys.flightsNumber(key));
          obsolete.set(StoreKeys.flightsNumber(key));
          return true;
        });
    return found;
  }

  /** Takes a message out; false if it is not here. */
  boolean take(MessageId message) {
    Entry entry = byMessage.remove(message);
    if (entry == null) {
      return false;
    }
    if (--entry.left == 0) {
      obsolete.set(entry.number);
      named -= entry.messages.size();
    }
    return true;
  }

  /** Takes a message out that is in its lane from now on. */
  void moveToLane(MessageId message) {
    Entry entry = byMessage.get(message);
    if (take(message) && entry != null && entry.left > 0) {
      changed.add(entry);
    }
  }

  /**
   * Takes out the messages that have been here for too long, and the oldest if there are too many.
   */
  Map<MessageId, Endpoint> takeOverdue(long now) {
    Map<MessageId, Endpoint> overdue = new LinkedHashMap<>();
    for (Entry oldest = oldest();
        oldest != null && (oldest.since + LONGEST <= now || named > MOST);
        oldest = oldest()) {
      forEachLeft(
          oldest,
          (id, endpoint) -> {
            overdue.put(id, endpoint);
            take(id);
          });
    }
    return overdue;
  }

  /** Ends a turn: stores its new messages, and removes the entries that are done. */
  void end(Leaving leaving, long now) {
    for (Entry entry : changed) {
      if (entry.left > 0) {
        write(entry);
      }
    }
    changed.clear();
    if (!leaving.messages.isEmpty()) {
      add(leaving, now);
    }
    obsolete.stream().forEach(number -> store.delete(StoreKeys.flights(number)));
    stored.andNot(obsolete);
    obsolete.clear();
  }

  private void add(Leaving leaving, long now) {
    int number = obsolete.isEmpty() ? stored.nextClearBit(0) : obsolete.nextSetBit(0);
    obsolete.clear(number);
    stored.set(number);
    Entry entry = new Entry(number, now, leaving.messages, leaving.endpoints);
    byAge.add(entry);
    named += leaving.messages.size();
    leaving.messages.forEach(id -> byMessage.put(id, entry));
    write(entry);
  }

  private void write(Entry entry) {
    Map<EndpointId, List<MessageId>> messages = new LinkedHashMap<>();
    forEachLeft(
        entry,
        (id, endpoint) -> messages.computeIfAbsent(endpoint.id(), e -> new ArrayList<>()).add(id));
    store.put(StoreKeys.flights(entry.number), new FlightsEntry(messages).encode());
  }

  private void forEachLeft(Entry entry, BiConsumer<MessageId, Endpoint> visitor) {
    for (int i = 0; i < entry.messages.size(); i++) {
      MessageId message = entry.messages.get(i);
      if (byMessage.get(message) == entry) {
        visitor.accept(message, entry.endpoints.get(i));
      }
    }
  }

  /** When the next messages are overdue. */
  long nextAt() {
    Entry oldest = oldest();
    return oldest == null ? Long.MAX_VALUE : oldest.since + LONGEST;
  }

  private @Nullable Entry oldest() {
    while (!byAge.isEmpty() && byAge.element().left == 0) {
      byAge.remove();
    }
    return byAge.peek();
  }
}
