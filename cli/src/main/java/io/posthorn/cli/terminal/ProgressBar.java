package io.posthorn.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** How far something is: on a terminal redrawn in place, elsewhere a line for every tenth. */
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

  /** Shows that so many are done; a total below 1 is one that nobody knows. */
  public void show(long done, long total) {
    show(done, total, Duration.ZERO);
  }

  /**
   * Shows that so many are done, and how quickly.
   *
   * @param running how long it took so far; under a second is too short to speak of a rate
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
        : String.format(Locale.ROOT, ", %,d a second", done * 1_000 / running.toMillis());
  }

  private static String bar(double share) {
    int filled = (int) (Math.min(share, 1) * BAR);
    return "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "]";
  }

  /** Leaves what was redrawn standing. */
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
    // Blanks at the end cover what is left of a longer line before.
    out.print(
        terminal
            ? "\r" + text + " ".repeat(Math.max(0, width - text.length()))
            : text + System.lineSeparator());
    width = text.length();
    out.flush();
  }
}
