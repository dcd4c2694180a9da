package io.posthorn.cli.output;

import io.posthorn.cli.terminal.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A text table with aligned columns that fits a terminal. */
public final class TextTable {
  /** The width of a common terminal window. */
  public static final int WIDTH = 100;

  private static final String GAP = "  ";
  private static final int NARROWEST = 8;

  /** A column. */
  public record Column(String title, Fit fit, Paint paint) {
    public static Column text(String title) {
      return new Column(title, Fit.WHOLE, Paint.PLAIN);
    }

    public static Column number(String title) {
      return new Column(title, Fit.RIGHT, Paint.PLAIN);
    }

    public static Column wide(String title) {
      return new Column(title, Fit.SHORTENED, Paint.PLAIN);
    }

    /** The last column, for text that is never shortened and may exceed the width: URLs. */
    public static Column rest(String title) {
      return new Column(title, Fit.REST, Paint.PLAIN);
    }

    /** A column of states, each in its colour. */
    public static Column state(String title) {
      return new Column(title, Fit.WHOLE, Paint.STATE);
    }

    /** A column of outcomes, each in its colour. */
    public static Column outcome(String title) {
      return new Column(title, Fit.WHOLE, Paint.OUTCOME);
    }
  }

  /** The treatment of long cells, and the alignment. */
  public enum Fit {
    WHOLE,
    RIGHT,
    SHORTENED,
    REST
  }

  /** The colouring of a column. */
  public enum Paint {
    PLAIN,
    STATE,
    OUTCOME
  }

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(Column... columns) {
    this.columns = List.of(columns);
    rows.add(this.columns.stream().map(Column::title).toList());
  }

  public void row(String... cells) {
    row(List.of(cells));
  }

  public void row(List<String> cells) {
    rows.add(cells.stream().map(Printable::line).toList());
  }

  public boolean isEmpty() {
    return rows.size() == 1;
  }

  public void print(PrintWriter out) {
    print(out, new TextColors(false));
  }

  public void print(PrintWriter out, TextColors colors) {
    int[] widths = widths();
    for (int row = 0; row < rows.size(); row++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = Printable.line(rows.get(row).get(i), widths[i]);
        String space = " ".repeat(widths[i] - cell.codePointCount(0, cell.length()));
        line.append(i == 0 ? "" : GAP);
        line.append(isRight(i) ? space : "");
        line.append(row == 0 ? cell : painted(columns.get(i), cell, colors));
        line.append(isRight(i) ? "" : space);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private boolean isRight(int column) {
    return columns.get(column).fit() == Fit.RIGHT;
  }

  private static String painted(Column column, String cell, TextColors colors) {
    return switch (column.paint()) {
      case PLAIN -> cell;
      case STATE -> colors.state(cell);
      case OUTCOME -> colors.outcome(cell);
    };
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    int total = GAP.length() * (widths.length - 1);
    for (int i = 0; i < widths.length; i++) {
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
      }
      total += columns.get(i).fit() == Fit.REST ? 0 : widths[i];
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
      boolean can = columns.get(i).fit() == Fit.SHORTENED && widths[i] > NARROWEST;
      if (can && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }
}
