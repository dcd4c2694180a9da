package io.posthorn.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A text table with aligned columns that fits a terminal. */
public final class TextTable {
  /** The width of a common terminal window. */
  public static final int WIDTH = 100;

  private static final String GAP = "  ";
  private static final int NARROWEST = 8;

  /** A column; a wide one is shortened if the row does not fit. */
  public record Column(String title, boolean right, boolean wide) {
    public static Column text(String title) {
      return new Column(title, false, false);
    }

    public static Column number(String title) {
      return new Column(title, true, false);
    }

    public static Column wide(String title) {
      return new Column(title, false, true);
    }
  }

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(Column... columns) {
    this.columns = List.of(columns);
    rows.add(this.columns.stream().map(Column::title).toList());
  }

  public void row(String... cells) {
    rows.add(List.of(cells).stream().map(Printable::line).toList());
  }

  public boolean isEmpty() {
    return rows.size() == 1;
  }

  public void print(PrintWriter out) {
    int[] widths = widths();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = Printable.line(row.get(i), widths[i]);
        String space = " ".repeat(widths[i] - cell.codePointCount(0, cell.length()));
        line.append(i == 0 ? "" : GAP);
        line.append(columns.get(i).right() ? space + cell : cell + space);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    int total = GAP.length() * (widths.length - 1);
    for (int i = 0; i < widths.length; i++) {
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
      }
      total += widths[i];
    }
    for (int over = total - WIDTH; over > 0; over--) {
      int widest = widest(widths);
      if (widest < 0) {
        break;
      }
      widths[widest]--;
    }
    return widths;
  }

  /** The widest column that can still be shortened, or -1. */
  private int widest(int[] widths) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      boolean can = columns.get(i).wide() && widths[i] > NARROWEST;
      if (can && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }
}
