package io.posthorn.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** An SVG chart of series over time, one panel each, with axes from zero. */
public final class Chart {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 120;
  private static final int MARGIN = 30;

  private Chart() {}

  public static void write(Path file, String title, List<Series> series) {
    StringBuilder svg = new StringBuilder();
    int height = series.size() * (HEIGHT + MARGIN) + 2 * MARGIN;
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="%d" y="20" font-weight="bold">%s</text>
        """
            .formatted(WIDTH + 2 * MARGIN, height, MARGIN, title));
    for (int i = 0; i < series.size(); i++) {
      panel(svg, series.get(i), 2 * MARGIN + i * (HEIGHT + MARGIN));
    }
    svg.append("</svg>\n");
    try {
      Files.writeString(file, svg.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void panel(StringBuilder svg, Series series, int top) {
    List<Double> points = series.rounds();
    double most = points.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < points.size(); i++) {
      double x = MARGIN + (double) WIDTH * i / Math.max(1, points.size() - 1);
      double y = top + HEIGHT - HEIGHT * points.get(i) / Math.max(most, Double.MIN_NORMAL);
      line.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }
    svg.append(
        """
        <text x="%d" y="%d">%s: at most %s %s</text>
        <line x1="%d" y1="%d" x2="%d" y2="%d" stroke="silver"/>
        <polyline fill="none" stroke="steelblue" stroke-width="1.5" points="%s"/>
        """
            .formatted(
                MARGIN,
                top - 4,
                series.name(),
                Check.number(most),
                series.unit(),
                MARGIN,
                top + HEIGHT,
                MARGIN + WIDTH,
                top + HEIGHT,
                line.toString().strip()));
  }
}
