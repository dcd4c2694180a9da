package io.posthorn.core.shard.state;

import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.FlightsEntry;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ShardStore;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The writer of the entries of {@link Lanes}: those that the store has yet to get, and those that
 * it gets only if their messages stay for long.
 *
 * <p>Implementation notes. Entries are written at the end of the turn, or before a scan that has to
 * find them; one that is removed in the turn that added it is never written. A new message whose
 * request leaves in that turn, or that is sent soon because it is in the part of the lane that is
 * in memory, is left to {@link FirstFlights}; if it is ordered, the record of its key is written
 * with its lane entry. No scan misses it: scans pass over messages in flight, and the others are
 * written first.
 */
final class LaneWriter {
  private static final byte[] NO_VALUE = {};

  private final ShardStore store;
  private final ObjectQueues objects;
  private final FirstFlights firstFlights;

  /** The messages whose entries this turn has yet to write. */
  private final Map<Endpoint, Map<MessageId, Unwritten>> unwritten = new LinkedHashMap<>();

  private record Unwritten(Message message, LaneEntry entry) {}

  /** The messages that {@link FirstFlights} has instead of a lane. */
  private final Map<Endpoint, Map<MessageId, Unwritten>> recent = new HashMap<>(); // not iterated

  LaneWriter(ShardStore store, ObjectQueues objects) {
    this.store = store;
    this.objects = objects;
    firstFlights = new FirstFlights(store);
  }

  void add(Endpoint endpoint, Message message, LaneEntry entry) {
    unwritten
        .computeIfAbsent(endpoint, e -> new LinkedHashMap<>())
        .put(message.id(), new Unwritten(message, entry));
  }

  void remove(Endpoint endpoint, Message message) {
    if (!take(unwritten, endpoint, message.id()) && !takeRecent(endpoint, message.id())) {
      delete(endpoint, message);
    }
  }

  private boolean takeRecent(Endpoint endpoint, MessageId message) {
    return take(recent, endpoint, message) && firstFlights.take(message);
  }

  private static boolean take(
      Map<Endpoint, Map<MessageId, Unwritten>> from, Endpoint endpoint, MessageId message) {
    Map<MessageId, Unwritten> entries = from.get(endpoint);
    if (entries == null || entries.remove(message) == null) {
      return false;
    }
    if (entries.isEmpty()) {
      from.remove(endpoint);
    }
    return true;
  }

  private void put(Endpoint endpoint, Message message, LaneEntry entry) {
    store.put(StoreKeys.inLane(endpoint.id(), message.queue(), entry.position()), entry.encode());
    if (isListedByAge(message)) {
      store.put(StoreKeys.expiry(endpoint.id(), message.start(), message.id()), NO_VALUE);
    }
    if (message.order() != null) {
      objects.write(endpoint.id(), message.order().key());
    }
  }

  private void delete(Endpoint endpoint, Message message) {
    store.delete(StoreKeys.inLane(endpoint.id(), message.queue(), message.position()));
    if (isListedByAge(message)) {
      store.delete(StoreKeys.expiry(endpoint.id(), message.start(), message.id()));
    }
  }

  /** Writes what a scan of some of an endpoint's lanes has to find. */
  void writeFor(Endpoint endpoint, Predicate<Lane> lanes) {
    Map<MessageId, Unwritten> entries = unwritten.get(endpoint);
    if (entries != null) {
      entries
          .values()
          .removeIf(
              each -> {
                boolean found = lanes.test(each.message().queue()) && !leaving(endpoint, each);
                if (found) {
                  put(endpoint, each.message(), each.entry());
                }
                return found;
              });
    }
    if (lanes.test(Lane.FIRST)) {
      writeRecent(endpoint);
    }
  }

  /** Writes an endpoint's recent messages into their lane, except those in flight. */
  void writeRecent(Endpoint endpoint) {
    Map<MessageId, Unwritten> entries = recent.get(endpoint);
    if (entries == null) {
      return;
    }
    for (Unwritten each : List.copyOf(entries.values())) {
      MessageId id = each.message().id();
      if (!endpoint.isInFlight(id)) {
        put(endpoint, each.message(), each.entry());
        take(recent, endpoint, id);
        firstFlights.moveToLane(id);
      }
    }
  }

  /** Returns whether a message is new and its request leaves in this turn; probes stay in lanes. */
  private static boolean leaving(Endpoint endpoint, Unwritten added) {
    Flight flight = endpoint.flight(added.message().id());
    return flight != null && !flight.ticket().probe() && isNew(added);
  }

  private static boolean isNew(Unwritten added) {
    return !added.entry().recorded() && added.message().queue() == Lane.FIRST;
  }

  /** Returns whether a new message waits in memory, so that its request leaves soon. */
  private static boolean leavingSoon(Endpoint endpoint, Unwritten added) {
    return isNew(added)
        && !endpoint.isInFlight(added.message().id())
        && endpoint.queue(Lane.FIRST).holds(added.entry().position());
  }

  /** Ends a turn: writes its entries. */
  void end(long now) {
    firstFlights.takeOverdue(now).forEach((id, endpoint) -> putOverdue(endpoint, id));
    FirstFlights.Leaving leaving = new FirstFlights.Leaving();
    unwritten.forEach(
        (endpoint, entries) -> {
          for (Unwritten added : entries.values()) {
            if (leaving(endpoint, added) || leavingSoon(endpoint, added)) {
              leaving.add(added.message().id(), endpoint);
              recent
                  .computeIfAbsent(endpoint, e -> new LinkedHashMap<>())
                  .put(added.message().id(), added);
            } else {
              put(endpoint, added.message(), added.entry());
            }
          }
        });
    unwritten.clear();
    firstFlights.end(leaving, now);
  }

  /** Writes a message into its lane that was in flight, or waited in memory, for too long. */
  private void putOverdue(Endpoint endpoint, MessageId id) {
    Map<MessageId, Unwritten> entries = recent.get(endpoint);
    Unwritten waiting = entries == null ? null : entries.get(id);
    if (waiting == null) {
      throw new IllegalStateException(id + " is not a recent message of " + endpoint.id());
    }
    take(recent, endpoint, id);
    Flight flight = endpoint.flight(id);
    if (flight == null) {
      put(endpoint, waiting.message(), waiting.entry());
      return;
    }
    put(endpoint, flight.message(), LaneEntry.of(flight.message(), false));
  }

  /** The time at which entries have to be written, whatever else happens. */
  long nextAt() {
    return firstFlights.nextAt();
  }

  /** Takes the stored entries of messages that were in no lane when the previous process ended. */
  List<FlightsEntry> takeStored() {
    return firstFlights.takeStored();
  }

  /**
   * Returns whether a message has an entry by age: outside the first lane, and there if it waited
   * behind a head, because its position is then not its age.
   */
  static boolean isListedByAge(Message message) {
    return message.queue() != Lane.FIRST || message.position().at() != message.start();
  }
}
