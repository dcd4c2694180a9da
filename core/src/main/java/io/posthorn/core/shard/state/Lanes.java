package io.posthorn.core.shard.state;

import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.lane.LaneQueue;
import io.posthorn.core.shard.layout.FlightsEntry;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of all endpoints: adds waiting messages, removes them, finds the next one.
 *
 * <p>The first lane is in the order of acceptance, which is the order of expiry. Messages in other
 * lanes, and those in the first lane that waited behind a head, also have an entry by age, so that
 * the oldest can be found there as well. A message in flight keeps its entries until its outcome is
 * recorded: a crash finds it waiting. Messages behind another of their object are only counted
 * here; {@link ObjectQueues} has them.
 */
public final class Lanes {
  private final ShardStore store;
  private final Endpoints endpoints;
  private final RetrySchedule schedule;
  private final LaneWriter writer;
  private final ObjectQueues objects;

  Lanes(ShardStore store, Endpoints endpoints, ObjectQueues objects, RetrySchedule schedule) {
    this.store = store;
    this.endpoints = endpoints;
    this.objects = objects;
    this.schedule = schedule;
    writer = new LaneWriter(store, objects);
  }

  public void enqueue(Endpoint endpoint, Message message, boolean recorded) {
    Lane lane = message.queue();
    endpoint.lanes().countWaiting(lane, 1);
    if (lane == Lane.ORDER) {
      objects.addFollower(endpoint.id(), message);
      endpoints.changed(endpoint);
      return;
    }
    add(endpoint, message, recorded);
    if (LaneWriter.isListedByAge(message)) {
      endpoint.lanes().countListedByAge(1);
      endpoint.lanes().setExpiryFloor(Math.min(endpoint.lanes().expiryFloor(), message.start()));
    }
    if (endpoint.nextExpiry() != Timeline.UNKNOWN) {
      endpoint.setNextExpiry(
          Math.min(
              endpoint.nextExpiry(), message.start() + endpoint.schedule(schedule).lifetime()));
    }
  }

  private void add(Endpoint endpoint, Message message, boolean recorded) {
    LaneEntry entry = LaneEntry.of(message, recorded);
    writer.add(endpoint, message, entry);
    endpoint.queue(message.queue()).add(entry);
    endpoints.changed(endpoint);
  }

  public void dequeue(Endpoint endpoint, Message message) {
    Lane lane = message.queue();
    if (lane == Lane.ORDER) {
      objects.removeFollower(endpoint.id(), message);
      endpoint.lanes().countWaiting(lane, -1);
      endpoints.changed(endpoint);
      return;
    }
    writer.remove(endpoint, message);
    endpoint.queue(lane).take(message.position());
    endpoint.lanes().countWaiting(lane, -1);
    if (LaneWriter.isListedByAge(message)) {
      endpoint.lanes().countListedByAge(-1);
      if (endpoint.lanes().listedByAge() == 0) {
        endpoint.lanes().setExpiryFloor(Long.MAX_VALUE);
      }
    }
    endpoints.changed(endpoint);
  }

  /** Ends a turn: writes its entries. */
  void end(long now) {
    writer.end(now);
  }

  /** The time at which entries have to be written, whatever else happens. */
  public long nextAt() {
    return writer.nextAt();
  }

  /**
   * Puts messages into their lanes that were in no lane when the previous process ended. They are
   * counted as waiting already. One that has a record was settled before that.
   */
  public void recover(Messages messages) {
    for (FlightsEntry entry : writer.takeStored()) {
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
    writer.writeFor(endpoint, lane::equals);
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
    writer.writeFor(endpoint, lane::equals);
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
   * The entries of the first lane up to a given time, oldest first, without those in flight:
   * messages that began their schedule up to then and wait for their first attempt.
   */
  public List<LaneEntry> firstStartedUpTo(Endpoint endpoint, long time, int most) {
    writer.writeFor(endpoint, _ -> true);
    List<LaneEntry> found = new ArrayList<>();
    collect(
        endpoint,
        StoreKeys.laneFrom(endpoint.id(), Lane.FIRST, endpoint.queue(Lane.FIRST).floor()),
        StoreKeys.laneFrom(endpoint.id(), Lane.FIRST, time + 1),
        most,
        (key, value) -> found.add(LaneEntry.decode(StoreKeys.lanePosition(key), value)));
    return found;
  }

  /** The messages with an entry by age that began their schedule up to a given time, likewise. */
  public List<MessageId> othersStartedUpTo(Endpoint endpoint, long time, int most) {
    List<MessageId> found = new ArrayList<>();
    collect(
        endpoint,
        StoreKeys.expiriesFrom(endpoint.id(), endpoint.lanes().expiryFloor()),
        StoreKeys.expiriesFrom(endpoint.id(), time + 1),
        most,
        (key, value) -> found.add(StoreKeys.messageId(key)));
    return found;
  }

  /** Visits a limited number of entries of messages that are not in flight. */
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
    if (endpoint.waiting() == 0) {
      return Long.MAX_VALUE; // without a read: a delivery pause examines every endpoint
    }
    writer.writeFor(endpoint, _ -> true);
    LaneQueue first = endpoint.queue(Lane.FIRST);
    long start =
        firstWaiting(
            endpoint,
            StoreKeys.laneFrom(endpoint.id(), Lane.FIRST, first.floor()),
            StoreKeys.endOf(StoreKeys.lane(endpoint.id(), Lane.FIRST)));
    if (start != Long.MAX_VALUE) {
      first.raiseFloorTo(Math.min(start, endpoint.earliestInFlight(Lane.FIRST)));
    }
    if (endpoint.lanes().expiryFloor() != Long.MAX_VALUE) {
      long outside =
          firstWaiting(
              endpoint,
              StoreKeys.expiriesFrom(endpoint.id(), endpoint.lanes().expiryFloor()),
              StoreKeys.endOf(StoreKeys.expiries(endpoint.id())));
      if (outside != Long.MAX_VALUE) {
        long floor = Math.min(outside, endpoint.earliestStartInFlight());
        endpoint.lanes().setExpiryFloor(Math.max(endpoint.lanes().expiryFloor(), floor));
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
          first[0] = StoreKeys.time(key);
          return false;
        });
    return first[0];
  }

  /** Frees the memory of an endpoint's lanes, which are not needed while it is held. */
  public void forget(Endpoint endpoint) {
    writer.writeRecent(endpoint); // readers would no longer find the oldest of them
    endpoint.lanes().forget();
  }
}
