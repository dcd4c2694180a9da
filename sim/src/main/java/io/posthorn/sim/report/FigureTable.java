package io.posthorn.sim.report;

import io.posthorn.core.text.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The figures, a row for each and a column for each endpoint. */
final class FigureTable {
  private static final int GAP = 3;

  private record Row(String label, Function<EndpointFigures, String> value, boolean summed) {}

  /** Left out of scenarios without final statuses. */
  private static final Row REJECTED = count("dropped: rejected", EndpointFigures::rejected);

  private static final List<Row> ROWS =
      List.of(
          count("events accepted", EndpointFigures::accepted),
          count("first attempts", EndpointFigures::firstAttempts),
          count("retries", EndpointFigures::retries),
          count("probes", EndpointFigures::probes),
          count("failed, of all these", EndpointFigures::failed),
          count("delivered", EndpointFigures::delivered),
          new Row("  the slowest after", f -> length(f.slowest()), true),
          count("dropped: retries exhausted", EndpointFigures::exhausted),
          count("dropped: expired", EndpointFigures::expired),
          REJECTED,
          count("waiting at the end", EndpointFigures::waiting),
          count("  of these held", EndpointFigures::held),
          new Row("most waiting at a time", f -> NumberText.number(f.mostWaiting()), false),
          new Row("disabled at", f -> times(f.disabledAt()), false),
          new Row("re-enabled at", f -> times(f.enabledAt()), false),
          new Row("frozen at", f -> times(f.frozenAt()), false));

  private FigureTable() {}

  private static Row count(String label, Function<EndpointFigures, Long> value) {
    return new Row(label, figures -> NumberText.number(value.apply(figures)), true);
  }

  private static String length(long millis) {
    return millis == 0 ? "-" : DurationText.rounded(millis);
  }

  private static String times(List<Long> times) {
    if (times.isEmpty()) {
      return "-";
    }
    String first = DurationText.toTheSecond(times.getFirst());
    return times.size() == 1 ? first : first + " (+" + (times.size() - 1) + ")";
  }

  static void write(TextBlock text, List<EndpointResult> endpoints, EndpointFigures totals) {
    List<Row> rows = new ArrayList<>(ROWS);
    if (totals.rejected() == 0) {
      rows.remove(REJECTED);
    }
    List<List<String>> columns = new ArrayList<>();
    for (EndpointResult endpoint : endpoints) {
      columns.add(column(rows, endpoint.name(), endpoint.figures(), false));
    }
    if (endpoints.size() > 1) {
      columns.add(column(rows, "all", totals, true));
    }
    List<String> labels = new ArrayList<>(List.of(""));
    rows.forEach(row -> labels.add(row.label()));
    int from = 0;
    while (from < columns.size()) {
      int to = from + 1;
      while (to < columns.size()
          && widthOf(labels, columns.subList(from, to + 1)) <= text.width()) {
        to++;
      }
      if (from > 0) {
        text.blank();
      }
      block(text, labels, columns.subList(from, to));
      from = to;
    }
  }

  private static List<String> column(
      List<Row> rows, String name, EndpointFigures figures, boolean total) {
    List<String> column = new ArrayList<>(List.of(name));
    for (Row row : rows) {
      column.add(total && !row.summed() ? "" : row.value().apply(figures));
    }
    return column;
  }

  private static int widthOf(List<String> labels, List<List<String>> columns) {
    int width = widest(labels);
    for (List<String> column : columns) {
      width += GAP + widest(column);
    }
    return width;
  }

  private static int widest(List<String> column) {
    return column.stream().mapToInt(String::length).max().orElse(0);
  }

  private static void block(TextBlock text, List<String> labels, List<List<String>> columns) {
    int labelWidth = widest(labels);
    for (int row = 0; row < labels.size(); row++) {
      StringBuilder line = new StringBuilder(labels.get(row));
      line.append(" ".repeat(labelWidth - line.length()));
      for (List<String> column : columns) {
        String cell = column.get(row);
        line.append(" ".repeat(GAP + widest(column) - cell.length())).append(cell);
      }
      text.line(line.toString());
      if (row == 0) {
        text.line("-".repeat(widthOf(labels, columns)));
      }
    }
  }
}
