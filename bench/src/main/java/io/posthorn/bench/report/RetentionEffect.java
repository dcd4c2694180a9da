package io.posthorn.bench.report;

import java.util.List;

/**
 * The effect of retention on a rate over time: the rate while it removes as much as comes, against
 * the rate before it begins.
 *
 * @param before the median before retention begins, without the warm-up
 * @param during the median while as much is removed as was accepted under retention
 * @param deviation how far the medians of periods are from {@code during}, at most, as a share of
 *     it
 */
public record RetentionEffect(double before, double during, double deviation) {
  /** The warm-up, and the length of a period: a fifth of the retention time. */
  private static final int PARTS = 5;

  /**
   * Computes the effect.
   *
   * @param rates the rate of each slice of time
   * @param perRetention slices in the retention time
   */
  public static RetentionEffect of(List<Double> rates, int perRetention) {
    int period = Math.max(1, perRetention / PARTS);
    Series before = part(rates, period, perRetention);
    // The first removals meet messages that came at the old rate, so only the second half counts.
    int begins = Math.min(rates.size(), perRetention + period);
    int settled = begins + (rates.size() - begins) / 2;
    double during = part(rates, settled, rates.size()).median();
    double deviation = Double.NaN;
    // Periods are counted back from the end, so that the last slices are always in one.
    int first = settled + (rates.size() - settled) % period;
    for (int at = first; at + period <= rates.size(); at += period) {
      double here = Math.abs(part(rates, at, at + period).median() / during - 1);
      deviation = Double.isNaN(deviation) ? here : Math.max(deviation, here);
    }
    return new RetentionEffect(before.median(), during, deviation);
  }

  private static Series part(List<Double> rates, int from, int to) {
    int end = Math.min(to, rates.size());
    return new Series("", "", rates.subList(Math.min(from, end), end));
  }

  public double ratio() {
    return during / before;
  }
}
