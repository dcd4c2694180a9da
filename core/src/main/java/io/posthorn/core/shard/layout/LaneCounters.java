package io.posthorn.core.shard.layout;

import io.posthorn.core.message.Lane;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/**
 * The stored counters of an endpoint's lanes: how many messages wait in each, and bounds from which
 * searches begin.
 */
public final class LaneCounters {
  /** By the lanes' numbers. */
  private final long[] waiting = new long[Lane.values().length];

  private final long[] floors = new long[Lane.STARTING.size()];
  private long listedByAge;
  private long expiryFloor;
  private long outsideSince;

  /** Messages in a lane, those in flight included; behind another one, in {@link Lane#ORDER}. */
  public long waiting(Lane lane) {
    return waiting[lane.number()];
  }

  /** Messages in all lanes, those in flight included. */
  public long waiting() {
    long all = 0;
    for (long inLane : waiting) {
      all += inLane;
    }
    return all;
  }

  /** Counts messages that entered a lane, or left it. */
  public void countWaiting(Lane lane, int more) {
    waiting[lane.number()] += more;
  }

  /** Messages with an entry by age. */
  public long listedByAge() {
    return listedByAge;
  }

  /** Counts messages that got an entry by age, or lost it. */
  public void countListedByAge(int more) {
    listedByAge += more;
  }

  /** The earliest start of a schedule among messages that may be in no lane; 0 if there is none. */
  public long outsideSince() {
    return outsideSince;
  }

  public void setOutsideSince(long start) {
    outsideSince = start;
  }

  /** A lower bound for the start of the schedules of waiting messages outside the first lane. */
  public long expiryFloor() {
    return expiryFloor;
  }

  public void setExpiryFloor(long floor) {
    expiryFloor = floor;
  }

  /** A lower bound for the positions in a lane. */
  public long floor(Lane lane) {
    return floors[lane.number()];
  }

  public void setFloor(Lane lane, long floor) {
    floors[lane.number()] = floor;
  }

  void write(ByteWriter out) {
    out.varint(expiryFloor).varint(outsideSince);
    for (Lane lane : Lane.STARTING) {
      out.varint(waiting(lane)).varint(floor(lane));
    }
  }

  void read(ByteReader in) {
    expiryFloor = in.varint();
    outsideSince = in.varint();
    for (Lane lane : Lane.STARTING) {
      waiting[lane.number()] = in.varint();
      floors[lane.number()] = in.varint();
    }
  }

  /** Writes the counters that came with ordered messages. */
  void writeOrder(ByteWriter out) {
    out.varint(waiting(Lane.ORDER)).varint(listedByAge);
  }

  void readOrder(ByteReader in) {
    boolean beforeOrder = in.atEnd(); // written by a version without ordered messages
    waiting[Lane.ORDER.number()] = beforeOrder ? 0 : in.varint();
    listedByAge = beforeOrder ? waiting(Lane.RETRY) + waiting(Lane.PROBED) : in.varint();
  }
}
