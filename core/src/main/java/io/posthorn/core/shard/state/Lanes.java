package io.posthorn.core.shard.state;

import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ShardStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of all endpoints: adds waiting messages, removes them, finds the next one.
 *
 * <p>The first lane is in the order of acceptance, which is the order of expiry. Messages in other
 * lanes also have an entry by age, so that the oldest can be found there as well. A message in
 * flight keeps its entries until its outcome is recorded: a crash finds it waiting.
 */
public final class Lanes {
  private static final byte[] NO_VALUE = {};

  private final ShardStore store;
  private final Endpoints endpoints;
  private final long lifetime;

  Lanes(ShardStore store, Endpoints endpoints, long lifetime) {
    this.store = store;
    this.endpoints = endpoints;
    this.lifetime = lifetime;
  }

  public void enqueue(Endpoint endpoint, Message message, boolean recorded) {
    Lane lane = message.queue();
    LaneEntry entry =
        new LaneEntry(message.position(), message.subscription(), message.rendering(), recorded);
    store.put(StoreKeys.inLane(endpoint.id(), lane, entry.position()), entry.encode());
    endpoint.queue(lane).add(entry);
    endpoint.countWaiting(lane, 1);
    if (lane != Lane.FIRST) {
      store.put(StoreKeys.expiry(endpoint.id(), message.start(), message.id()), NO_VALUE);
      endpoint.setExpiryFloor(Math.min(endpoint.expiryFloor(), message.start()));
    }
    if (endpoint.nextExpiry() != Timeline.UNKNOWN) {
      endpoint.setNextExpiry(Math.min(endpoint.nextExpiry(), message.start() + lifetime));
    }
    endpoints.changed(endpoint);
  }

  public void dequeue(Endpoint endpoint, Message message) {
    Lane lane = message.queue();
    store.delete(StoreKeys.inLane(endpoint.id(), lane, message.position()));
    endpoint.queue(lane).take(message.position());
    endpoint.countWaiting(lane, -1);
    if (lane != Lane.FIRST) {
      store.delete(StoreKeys.expiry(endpoint.id(), message.start(), message.id()));
      if (waitingOutsideFirst(endpoint) == 0) {
        endpoint.setExpiryFloor(Long.MAX_VALUE);
      }
    }
    endpoints.changed(endpoint);
  }

  /** The next message of a lane that is not in flight, due or not. */
  public @Nullable LaneEntry head(Endpoint endpoint, Lane lane) {
    LaneQueue queue = endpoint.queue(lane);
    if (queue.needsRead()) {
      read(endpoint, lane, queue);
    }
    return queue.first();
  }

  private void read(Endpoint endpoint, Lane lane, LaneQueue queue) {
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

  /** The entries of a lane behind a position (null: from its start), in flight or not. */
  public List<LaneEntry> entries(
      Endpoint endpoint, Lane lane, @Nullable LanePosition behind, int most) {
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
   * The messages that began their schedule up to a moment, oldest first, without those in flight.
   */
  public List<MessageId> startedUpTo(Endpoint endpoint, long moment, int most) {
    List<MessageId> found = new ArrayList<>();
    collect(
        endpoint,
        StoreKeys.laneFrom(endpoint.id(), Lane.FIRST, endpoint.queue(Lane.FIRST).floor()),
        StoreKeys.laneFrom(endpoint.id(), Lane.FIRST, moment + 1),
        most,
        found);
    collect(
        endpoint,
        StoreKeys.expiriesFrom(endpoint.id(), endpoint.expiryFloor()),
        StoreKeys.expiriesFrom(endpoint.id(), moment + 1),
        most,
        found);
    return found;
  }

  private void collect(Endpoint endpoint, byte[] from, byte[] to, int most, List<MessageId> found) {
    if (StoreKeys.compare(from, to) >= 0) {
      return;
    }
    store.scan(
        from,
        to,
        (key, value) -> {
          MessageId id = StoreKeys.messageId(key);
          if (!endpoint.isInFlight(id)) {
            found.add(id);
          }
          return found.size() < most;
        });
  }

  /**
   * When the oldest waiting message that is not in flight expires, if it is held until then. Raises
   * the floors to what it finds; otherwise each step of expiry would walk over the entries deleted
   * by earlier steps.
   */
  public long firstExpiry(Endpoint endpoint) {
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
    return start == Long.MAX_VALUE ? start : start + lifetime;
  }

  /** The moment in the first key of a range whose message is not in flight. */
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
    for (Lane lane : Lane.values()) {
      endpoint.queue(lane).forget(endpoint.earliestInFlight(lane));
    }
  }

  private static long waitingOutsideFirst(Endpoint endpoint) {
    return endpoint.waiting(Lane.RETRY) + endpoint.waiting(Lane.PROBED);
  }
}
