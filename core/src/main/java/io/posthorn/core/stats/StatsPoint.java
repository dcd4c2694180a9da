package io.posthorn.core.stats;

import java.util.List;

/**
 * One step of a time series.
 *
 * @param at where the step begins
 */
public record StatsPoint(long at, StatsCounters tally) {
  /**
   * Adds up series of the same steps.
   *
   * @param all at least one
   */
  public static List<StatsPoint> sum(List<List<StatsPoint>> all) {
    List<StatsPoint> whole = all.getFirst();
    for (List<StatsPoint> other : all.subList(1, all.size())) {
      for (int i = 0; i < whole.size(); i++) {
        whole.get(i).tally().addBeside(other.get(i).tally());
      }
    }
    return whole;
  }
}
