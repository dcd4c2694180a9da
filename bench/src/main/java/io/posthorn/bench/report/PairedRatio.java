package io.posthorn.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The ratio of two quantities measured in pairs: the geometric mean of the pairs' ratios with a 95
 * % confidence interval.
 *
 * <p>It uses ratios rather than differences because a disturbance slows both by a factor. The
 * interval is Student's t for the mean of the logarithms.
 *
 * @param ratios the pairs' ratios, in order
 * @param low the interval's lower end; NaN for fewer than two pairs
 * @param high its upper end
 */
record PairedRatio(List<Double> ratios, double mean, double low, double high) {
  /**
   * Student's t for 95 %, two-sided, by degrees of freedom from 1; beyond the table, 2 is close
   * enough.
   */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086
  };

  static PairedRatio of(List<Double> numerators, List<Double> denominators) {
    int pairs = numerators.size();
    List<Double> ratios = new ArrayList<>(pairs);
    double sum = 0;
    for (int i = 0; i < pairs; i++) {
      double ratio = numerators.get(i) / denominators.get(i);
      ratios.add(ratio);
      sum += Math.log(ratio);
    }
    double mean = sum / pairs;
    if (pairs < 2) {
      return new PairedRatio(ratios, Math.exp(mean), Double.NaN, Double.NaN);
    }
    double squares = 0;
    for (double ratio : ratios) {
      squares += Math.pow(Math.log(ratio) - mean, 2);
    }
    double error = Math.sqrt(squares / (pairs - 1) / pairs);
    double t = pairs - 2 < STUDENT.length ? STUDENT[pairs - 2] : 2;
    return new PairedRatio(
        ratios, Math.exp(mean), Math.exp(mean - t * error), Math.exp(mean + t * error));
  }

  boolean isBelowOne() {
    return high < 1;
  }

  boolean isAboveOne() {
    return low > 1;
  }

  double lowest() {
    return Collections.min(ratios);
  }

  double highest() {
    return Collections.max(ratios);
  }
}
