package io.posthorn.bench.report;

import java.util.Locale;

/**
 * A measured figure with its limits.
 *
 * @param atLeast whether more is better
 * @param must the required limit; NaN for none
 * @param aim the target; NaN for none
 */
public record Check(
    String name, double measured, String unit, boolean atLeast, double must, double aim) {

  public static Check atLeast(String name, double measured, String unit, double must, double aim) {
    return new Check(name, measured, unit, true, must, aim);
  }

  public static Check atMost(String name, double measured, String unit, double must, double aim) {
    return new Check(name, measured, unit, false, must, aim);
  }

  /** A figure with an aim and no required limit. */
  public static Check aimAtLeast(String name, double measured, String unit, double aim) {
    return new Check(name, measured, unit, true, Double.NaN, aim);
  }

  public static Check info(String name, double measured, String unit) {
    return new Check(name, measured, unit, true, Double.NaN, Double.NaN);
  }

  /** The verdict; empty if there is no limit, or only an aim that is not reached. */
  public String verdict() {
    if (!Double.isNaN(must) && !reaches(must)) {
      return "MISSED";
    }
    if (!Double.isNaN(aim) && reaches(aim)) {
      return "aim reached";
    }
    return Double.isNaN(must) ? "" : "reached";
  }

  private boolean reaches(double bound) {
    return atLeast ? measured >= bound : measured <= bound;
  }

  String bound(double bound) {
    return Double.isNaN(bound) ? "" : (atLeast ? ">= " : "<= ") + number(bound);
  }

  static String number(double value) {
    if (Double.isNaN(value)) {
      return "?";
    }
    double size = Math.abs(value);
    String pattern = size >= 1_000 ? "%,.0f" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, pattern, value);
  }
}
