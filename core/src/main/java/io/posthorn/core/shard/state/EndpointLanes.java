package io.posthorn.core.shard.state;

import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.lane.LaneMemory;
import io.posthorn.core.shard.lane.LaneQueue;
import io.posthorn.core.shard.layout.LaneCounters;
import io.posthorn.core.shard.layout.LaneEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lanes of one endpoint: their stored counters, and the part of each that is in memory. */
final class EndpointLanes {
  private final LaneCounters stored;
  private final LaneMemory memory;
  private final CustomerLoad customer;
  private final EndpointFlights flights;

  /** By the lanes' numbers, each created when it is needed: most lanes are empty for long. */
  private final @Nullable LaneQueue[] queues = new LaneQueue[Lane.STARTING.size()];

  EndpointLanes(
      LaneCounters stored, LaneMemory memory, CustomerLoad customer, EndpointFlights flights) {
    this.stored = stored;
    this.memory = memory;
    this.customer = customer;
    this.flights = flights;
  }

  LaneQueue queue(Lane lane) {
    LaneQueue queue = queues[lane.number()];
    if (queue == null) {
      // Entries of other lanes are in the store, whether or not they are in memory as well.
      LaneMemory shared = lane == Lane.FIRST ? memory : LaneMemory.NONE;
      queue = new LaneQueue(stored.floor(lane), shared);
      if (waiting(lane) == 0) {
        queue.fill(List.of(), true); // nothing is there to be read
      }
      queues[lane.number()] = queue;
    }
    return queue;
  }

  /** Frees the memory of the lanes, which are not needed while the endpoint is held. */
  void forget() {
    for (Lane lane : Lane.STARTING) {
      LaneQueue queue = queues[lane.number()];
      if (queue != null) {
        queue.forget(flights.earliest(lane));
      }
    }
  }

  long waiting(Lane lane) {
    return stored.waiting(lane);
  }

  long waiting() {
    return stored.waiting();
  }

  void countWaiting(Lane lane, int more) {
    stored.countWaiting(lane, more);
    customer.waiting += more;
  }

  /** Messages with an entry by age. */
  long listedByAge() {
    return stored.listedByAge();
  }

  void countListedByAge(int more) {
    stored.countListedByAge(more);
  }

  long expiryFloor() {
    return stored.expiryFloor();
  }

  void setExpiryFloor(long floor) {
    stored.setExpiryFloor(floor);
  }

  /** Notes, for readers, the oldest message that need not be in a lane. */
  void noteOutside() {
    LaneEntry first = queue(Lane.FIRST).first();
    long oldest = first == null ? Long.MAX_VALUE : first.position().at();
    if (flights.size() > 0) {
      oldest = Math.min(oldest, flights.earliestStart());
    }
    stored.setOutsideSince(oldest == Long.MAX_VALUE ? 0 : oldest);
  }

  /** Raises the stored floors as far as is known. */
  void raiseFloors() {
    for (Lane lane : Lane.STARTING) {
      LaneQueue queue = queues[lane.number()];
      if (queue != null) {
        queue.raiseFloor(flights.earliest(lane));
        stored.setFloor(lane, queue.floor());
      }
    }
  }
}
