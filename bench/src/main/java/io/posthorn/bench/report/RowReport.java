package io.posthorn.bench.report;

import java.util.List;

/**
 * The report of a row.
 *
 * @param series the measurements, round by round
 * @param checks the resulting figures
 * @param remarks notes on this run
 */
public record RowReport(Row row, List<Series> series, List<Check> checks, List<String> remarks) {
  public RowReport {
    series = List.copyOf(series);
    checks = List.copyOf(checks);
    remarks = List.copyOf(remarks);
  }
}
