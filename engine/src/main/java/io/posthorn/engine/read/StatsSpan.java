package io.posthorn.engine.read;

import io.posthorn.core.stats.StatsReader;

/**
 * The time that a series of statistics covers.
 *
 * @param to exclusive
 * @param step the length of one point, whole minutes in milliseconds
 */
public record StatsSpan(long from, long to, long step) {
  /** How many points a series has. */
  public long points() {
    return StatsReader.points(from, to, step);
  }
}
