package io.posthorn.bench.report;

import java.util.List;

/**
 * What came of a row.
 *
 * @param series all that was measured, round by round
 * @param checks what is made of it
 * @param remarks how, where that is not the same in every run
 */
public record RowReport(Row row, List<Series> series, List<Check> checks, List<String> remarks) {
  public RowReport {
    series = List.copyOf(series);
    checks = List.copyOf(checks);
    remarks = List.copyOf(remarks);
  }
}
