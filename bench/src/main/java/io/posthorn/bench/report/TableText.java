package io.posthorn.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The result table in Markdown. */
public final class TableText {
  private TableText() {}

  public static String of(List<RowReport> reports) {
    StringBuilder text = new StringBuilder();
    line(text, "row", "what", "measured", "must reach", "aim", "");
    line(text, "---", "---", "---", "---", "---", "---");
    for (RowReport report : reports) {
      for (Check check : report.checks()) {
        line(
            text,
            report.row().title(),
            check.name(),
            Check.number(check.measured()) + " " + check.unit(),
            check.bound(check.must()),
            check.bound(check.aim()),
            check.verdict());
      }
    }
    text.append(System.lineSeparator());
    for (RowReport report : reports) {
      for (Series series : report.series()) {
        text.append(series(report, series)).append(System.lineSeparator());
      }
      for (String remark : report.remarks()) {
        text.append("  ").append(report.row().title()).append(": ").append(remark);
        text.append(System.lineSeparator());
      }
    }
    return text.toString();
  }

  private static String series(RowReport report, Series series) {
    String rounds = series.rounds().stream().map(Check::number).collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "  %s: %s %s %s (%s)",
        report.row().title(),
        series.name(),
        Check.number(series.median()),
        series.unit(),
        rounds);
  }

  private static void line(StringBuilder text, String... cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |").append(System.lineSeparator());
  }
}
