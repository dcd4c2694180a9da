package io.posthorn.core.shard.state;

import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.layout.FlightsEntry;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of all endpoints: adds waiting messages, removes them, finds the next one.
 *
 * <p>The first lane is in the order of acceptance, which is the order of expiry. Messages in other
 * lanes, and those in the first lane that waited behind a head, also have an entry by age, so that
 * the oldest can be found there as well. A message in flight keeps its entries until its outcome is
 * recorded: a crash finds it waiting. Messages behind another of their object are only counted
 * here; {@link ObjectQueues} has them.
 *
 * <p>Implementation notes. Entries are written at the end of the turn, or before a scan that has to
 * find them; one that is removed in the turn that added it is never written. A new message whose
 * request leaves in that turn, or that is sent soon because it is in the part of the lane that
 * is in memory, is left to {@link FirstFlights}; if it is ordered, the record of its key is written
 * with its lane entry. No scan misses it: scans pass over messages in flight, and the others are
 * written first.
 */
public final class Lanes {
  private static final byte[] NO_VALUE = {};

  private final ShardStore store;
  private final Endpoints endpoints;
  private final RetrySchedule schedule;
  private final FirstFlights firstFlights;
  private final ObjectQueues objects;

  /** The messages whose entries this turn has yet to write. */
  private final Map<Endpoint, Map<MessageId, Unwritten>> unwritten = new LinkedHashMap<>();

  private record Unwritten(Message message, LaneEntry entry) {}

  /** The messages that {@link FirstFlights} has instead of a lane. */
  private final Map<Endpoint, Map<MessageId, Unwritten>> recent = new HashMap<>(); // not iterated

  Lanes(ShardStore store, Endpoints endpoints, ObjectQueues objects, RetrySchedule schedule) {
    this.store = store;
    this.endpoints = endpoints;
    this.objects = objects;
    this.schedule = schedule;
    firstFlights = new FirstFlights(store);
  }

  public void enqueue(Endpoint endpoint, Message message, boolean recorded) {
    Lane lane = message.queue();
    endpoint.countWaiting(lane, 1);
    if (lane == Lane.ORDER) {
      objects.addFollower(endpoint.id(), message);
      endpoints.changed(endpoint);
      return;
    }
    add(endpoint, message, recorded);
    if (isListedByAge(message)) {
      endpoint.countListedByAge(1);
      endpoint.setExpiryFloor(Math.min(endpoint.expiryFloor(), message.start()));
    }
    if (endpoint.nextExpiry() != Timeline.UNKNOWN) {
      endpoint.setNextExpiry(
          Math.min(
              endpoint.nextExpiry(), message.start() + endpoint.schedule(schedule).lifetime()));
    }
  }

  private void add(Endpoint endpoint, Message message, boolean recorded) {
    LaneEntry entry = LaneEntry.of(message, recorded);
    unwritten
        .computeIfAbsent(endpoint, e -> new LinkedHashMap<>())
        .put(message.id(), new Unwritten(message, entry));
    endpoint.queue(message.queue()).add(entry);
    endpoints.changed(endpoint);
  }

  public void dequeue(Endpoint endpoint, Message message) {
    Lane lane = message.queue();
    if (lane == Lane.ORDER) {
      objects.removeFollower(endpoint.id(), message);
      endpoint.countWaiting(lane, -1);
      endpoints.changed(endpoint);
      return;
    }
    if (!take(unwritten, endpoint, message.id()) && !takeRecent(endpoint, message.id())) {
      delete(endpoint, message);
    }
    endpoint.queue(lane).take(message.position());
    endpoint.countWaiting(lane, -1);
    if (isListedByAge(message)) {
      endpoint.countListedByAge(-1);
      if (endpoint.listedByAge() == 0) {
        endpoint.setExpiryFloor(Long.MAX_VALUE);
      }
    }
    endpoints.changed(endpoint);
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
  private void writeFor(Endpoint endpoint, Predicate<Lane> lanes) {
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
  private void writeRecent(Endpoint endpoint) {
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

  /** When entries have to be written, whatever else happens. */
  public long nextAt() {
    return firstFlights.nextAt();
  }

  /**
   * Puts messages into their lanes that were in no lane when the previous process ended. They are
   * counted as waiting already. One that has a record was settled before that.
   */
  public void recover(Messages messages) {
    for (FlightsEntry entry : firstFlights.takeStored()) {
      entry
          .messages()
          .forEach(
              (id, ids) -> {
                Endpoint endpoint = endpoints.get(id);
                if (endpoint != null) {
                  ids.forEach(message -> recover(endpoint, message, messages));
                }
              });
    }
  }

  private void recover(Endpoint endpoint, MessageId id, Messages messages) {
    Message message = messages.unrecorded(endpoint.customerId(), id);
    if (message != null && message.endpoint().equals(endpoint.id())) {
      add(endpoint, message, false);
      if (message.order() != null) {
        objects.recover(endpoint.id(), message.order().key(), id);
      }
    }
  }

  /** The next message of a lane that is not in flight, due or not. */
  public @Nullable LaneEntry head(Endpoint endpoint, Lane lane) {
    if (endpoint.waiting(lane) == 0) {
      return null; // without a read: a start examines every endpoint, and most are idle
    }
    LaneQueue queue = endpoint.queue(lane);
    if (queue.needsRead()) {
      read(endpoint, lane, queue);
    }
    return queue.first();
  }

  private void read(Endpoint endpoint, Lane lane, LaneQueue queue) {
    writeFor(endpoint, lane::equals);
    List<LaneEntry> found = new ArrayList<>();
    LanePosition readTo = queue.readTo();
    byte[] from =
        readTo == null
            ? StoreKeys.laneFrom(endpoint.id(), lane, queue.floor())
            : StoreKeys.after(StoreKeys.inLane(endpoint.id(), lane, readTo));
    store.scan(
        from,
        StoreKeys.endOf(StoreKeys.lane(endpoint.id(), lane)),
        (key, value) -> {
          LanePosition position = StoreKeys.lanePosition(key);
          if (!endpoint.isInFlight(position.message())) {
            found.add(LaneEntry.decode(position, value));
          }
          return found.size() < LaneQueue.READ_AHEAD;
        });
    queue.fill(found, found.size() < LaneQueue.READ_AHEAD);
  }

  /**
   * The entries of a lane behind a position (null: from its start). Messages in flight may be among
   * them.
   */
  public List<LaneEntry> entries(
      Endpoint endpoint, Lane lane, @Nullable LanePosition behind, int most) {
    writeFor(endpoint, lane::equals);
    List<LaneEntry> found = new ArrayList<>();
    byte[] from =
        behind == null
            ? StoreKeys.laneFrom(endpoint.id(), lane, endpoint.queue(lane).floor())
            : StoreKeys.after(StoreKeys.inLane(endpoint.id(), lane, behind));
    store.scan(
        from,
        StoreKeys.endOf(StoreKeys.lane(endpoint.id(), lane)),
        (key, value) -> {
          found.add(LaneEntry.decode(StoreKeys.lanePosition(key), value));
          return found.size() < most;
        });
    return found;
  }

  /**
   * The entries of the first lane up to a moment, oldest first, without those in flight: messages
   * that began their schedule up to then and wait for their first attempt.
   */
  public List<LaneEntry> firstStartedUpTo(Endpoint endpoint, long moment, int most) {
    writeFor(endpoint, _ -> true);
    List<LaneEntry> found = new ArrayList<>();
    collect(
        endpoint,
        StoreKeys.laneFrom(endpoint.id(), Lane.FIRST, endpoint.queue(Lane.FIRST).floor()),
        StoreKeys.laneFrom(endpoint.id(), Lane.FIRST, moment + 1),
        most,
        (key, value) -> found.add(LaneEntry.decode(StoreKeys.lanePosition(key), value)));
    return found;
  }

  /** The messages with an entry by age that began their schedule up to a moment, likewise. */
  public List<MessageId> othersStartedUpTo(Endpoint endpoint, long moment, int most) {
    List<MessageId> found = new ArrayList<>();
    collect(
        endpoint,
        StoreKeys.expiriesFrom(endpoint.id(), endpoint.expiryFloor()),
        StoreKeys.expiriesFrom(endpoint.id(), moment + 1),
        most,
        (key, value) -> found.add(StoreKeys.messageId(key)));
    return found;
  }

  /** Visits up to so many entries of messages that are not in flight. */
  private void collect(
      Endpoint endpoint, byte[] from, byte[] to, int most, ShardView.Visitor visitor) {
    int[] left = {most};
    if (most > 0 && StoreKeys.compare(from, to) < 0) {
      store.scan(
          from,
          to,
          (key, value) -> {
            if (!endpoint.isInFlight(StoreKeys.messageId(key))) {
              visitor.visit(key, value);
              left[0]--;
            }
            return left[0] > 0;
          });
    }
  }

  /**
   * Returns when the oldest waiting message that is not in flight expires, if it is held until
   * then. Raises the floors to what it finds; otherwise each step of expiry would walk over the
   * entries deleted by earlier steps.
   */
  public long firstExpiry(Endpoint endpoint) {
    writeFor(endpoint, _ -> true);
    LaneQueue first = endpoint.queue(Lane.FIRST);
    long start =
        firstWaiting(
            endpoint,
            StoreKeys.laneFrom(endpoint.id(), Lane.FIRST, first.floor()),
            StoreKeys.endOf(StoreKeys.lane(endpoint.id(), Lane.FIRST)));
    if (start != Long.MAX_VALUE) {
      first.raiseFloorTo(Math.min(start, endpoint.earliestInFlight(Lane.FIRST)));
    }
    if (endpoint.expiryFloor() != Long.MAX_VALUE) {
      long outside =
          firstWaiting(
              endpoint,
              StoreKeys.expiriesFrom(endpoint.id(), endpoint.expiryFloor()),
              StoreKeys.endOf(StoreKeys.expiries(endpoint.id())));
      if (outside != Long.MAX_VALUE) {
        long floor = Math.min(outside, endpoint.earliestStartInFlight());
        endpoint.setExpiryFloor(Math.max(endpoint.expiryFloor(), floor));
      }
      start = Math.min(start, outside);
    }
    return start == Long.MAX_VALUE ? start : start + endpoint.schedule(schedule).lifetime();
  }

  /** The time in the first key of a range whose message is not in flight. */
  private long firstWaiting(Endpoint endpoint, byte[] from, byte[] to) {
    long[] first = {Long.MAX_VALUE};
    store.scan(
        from,
        to,
        (key, value) -> {
          if (endpoint.isInFlight(StoreKeys.messageId(key))) {
            return true;
          }
          first[0] = StoreKeys.moment(key);
          return false;
        });
    return first[0];
  }

  /** Frees the memory of an endpoint's lanes, which are not needed while it is held. */
  public void forget(Endpoint endpoint) {
    writeRecent(endpoint); // readers would no longer find the oldest of them
    endpoint.forgetQueues();
  }

  /**
   * Returns whether a message has an entry by age: outside the first lane, and there if it waited
   * behind a head, because its position is then not its age.
   */
  private static boolean isListedByAge(Message message) {
    return message.queue() != Lane.FIRST || message.position().at() != message.start();
  }
}
