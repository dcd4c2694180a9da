package io.posthorn.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** A progress bar: redrawn in place on a terminal, otherwise one line per tenth. */
public final class ProgressBar {
  private static final int BAR = 40;

  private final PrintWriter out;
  private final boolean terminal;
  private final String noun;
  private long drawn = -1;
  private int width;

  public ProgressBar(PrintWriter out, boolean terminal, String noun) {
    this.out = out;
    this.terminal = terminal;
    this.noun = noun;
  }

  /** Shows progress; a total below 1 means unknown. */
  public void show(long done, long total) {
    show(done, total, Duration.ZERO);
  }

  /**
   * Shows progress with a rate.
   *
   * @param running the time so far; no rate is shown below one second
   */
  public void show(long done, long total, Duration running) {
    if (total < 1) {
      showCount(done);
      return;
    }
    long part = Math.min(done, total);
    long step = part * (terminal ? 200 : 10) / total;
    if (step == drawn) {
      return;
    }
    drawn = step;
    line(
        String.format(
            Locale.ROOT,
            "%s %,d of %,d %s%s",
            bar((double) part / total),
            done,
            total,
            noun,
            rate(done, running)));
  }

  private static String rate(long done, Duration running) {
    return running.toMillis() < 1_000
        ? ""
        : String.format(Locale.ROOT, ", %,d/s", done * 1_000 / running.toMillis());
  }

  private static String bar(double share) {
    int filled = (int) (Math.min(share, 1) * BAR);
    return "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "]";
  }

  /** Ends the redrawn line. */
  public void done() {
    if (terminal && drawn >= 0) {
      out.println();
    }
    out.flush();
  }

  private void showCount(long done) {
    if (done != drawn) {
      drawn = done;
      line(String.format(Locale.ROOT, "%,d %s so far", done, noun));
    }
  }

  private void line(String text) {
    // Trailing blanks erase the rest of a longer previous line.
    out.print(
        terminal
            ? "\r" + text + " ".repeat(Math.max(0, width - text.length()))
            : text + System.lineSeparator());
    width = text.length();
    out.flush();
  }
}
