package io.posthorn.core.message;

/**
 * A message's position in a lane: by time, then by id.
 *
 * @param at when it is due; in {@link Lane#PROBED}, when its probe failed
 */
public record LanePosition(long at, MessageId message) implements Comparable<LanePosition> {
  @Override
  public int compareTo(LanePosition that) {
    int byTime = Long.compare(at, that.at);
    return byTime != 0 ? byTime : message.compareTo(that.message);
  }
}
