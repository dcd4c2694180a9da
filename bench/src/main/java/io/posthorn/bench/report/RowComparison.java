package io.posthorn.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The comparison of one row between two versions, round by round.
 *
 * @param ours the rounds of this version
 * @param theirs the rounds of the other version
 */
public record RowComparison(Row row, List<Figure> ours, List<Figure> theirs) {
  public RowComparison {
    ours = List.copyOf(ours);
    theirs = List.copyOf(theirs);
  }

  /**
   * The result of one version in one round.
   *
   * @param perSecond messages per second; for matching, events per second
   * @param cpuMicros server CPU microseconds for each of them
   */
  public record Figure(double perSecond, double cpuMicros) {}

  /** This version's rate divided by the other's. */
  PairedRatio rates() {
    return PairedRatio.of(each(ours, Figure::perSecond), each(theirs, Figure::perSecond));
  }

  /** This version's CPU time divided by the other's. */
  PairedRatio cpu() {
    return PairedRatio.of(each(ours, Figure::cpuMicros), each(theirs, Figure::cpuMicros));
  }

  /** Returns whether this version is significantly slower. */
  public boolean isSlower() {
    return rates().isBelowOne();
  }

  private String verdict() {
    PairedRatio rates = rates();
    if (Double.isNaN(rates.low())) {
      return "too few rounds";
    }
    if (rates.isBelowOne()) {
      return "SLOWER (significant)";
    }
    return rates.isAboveOne() ? "faster (significant)" : "no significant difference";
  }

  /** The report for the JSON file. */
  public RowReport report() {
    PairedRatio rates = rates();
    PairedRatio cpu = cpu();
    return new RowReport(
        row,
        List.of(
            new Series("this", "/s", each(ours, Figure::perSecond)),
            new Series("against", "/s", each(theirs, Figure::perSecond)),
            new Series("ratio of rates", "x", rates.ratios()),
            new Series("CPU, this", "µs", each(ours, Figure::cpuMicros)),
            new Series("CPU, against", "µs", each(theirs, Figure::cpuMicros)),
            new Series("ratio of CPU", "x", cpu.ratios())),
        List.of(
            Check.info("ratio of rates", rates.mean(), "x"),
            Check.info("95 % interval, from", rates.low(), "x"),
            Check.info("95 % interval, to", rates.high(), "x"),
            Check.info("ratio of CPU", cpu.mean(), "x")),
        List.of(verdict()));
  }

  /** All rows as a table in Markdown. */
  public static String table(List<RowComparison> rows) {
    List<String> lines = new ArrayList<>();
    lines.add("| row | this | against | ratio | 95 % | rounds from, to | ratio of CPU (95 %) | |");
    lines.add("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (RowComparison compared : rows) {
      PairedRatio rates = compared.rates();
      PairedRatio cpu = compared.cpu();
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %,.0f/s | %,.0f/s | %.3f x | %.3f to %.3f | %.3f, %.3f | %.3f (%.3f to %.3f)"
                  + " | %s |",
              compared.row().title(),
              median(compared.ours()),
              median(compared.theirs()),
              rates.mean(),
              rates.low(),
              rates.high(),
              rates.lowest(),
              rates.highest(),
              cpu.mean(),
              cpu.low(),
              cpu.high(),
              compared.verdict()));
    }
    return String.join(System.lineSeparator(), lines);
  }

  private static double median(List<Figure> rounds) {
    return new Series("", "", each(rounds, Figure::perSecond)).median();
  }

  private static List<Double> each(List<Figure> rounds, ToDoubleFunction<Figure> figure) {
    return rounds.stream().map(figure::applyAsDouble).toList();
  }
}
