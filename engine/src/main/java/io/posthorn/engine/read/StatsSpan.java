package io.posthorn.engine.read;

import io.posthorn.core.stats.StatsReader;

/**
 * The time range and resolution of statistics.
 *
 * @param to exclusive
 * @param step the length of one point, whole minutes in milliseconds
 */
public record StatsSpan(long from, long to, long step) {
  /** The number of points of a series. */
  public long points() {
    return StatsReader.points(from, to, step);
  }
}
