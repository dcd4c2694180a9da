package io.posthorn.server.cli;

import java.io.PrintWriter;
import java.util.Locale;

/** How far something is: on a terminal redrawn in place, elsewhere a line for every tenth. */
final class ProgressBar {
  private static final int BAR = 40;

  private final PrintWriter out;
  private final boolean terminal;
  private final String noun;
  private long drawn = -1;

  ProgressBar(PrintWriter out, boolean terminal, String noun) {
    this.out = out;
    this.terminal = terminal;
    this.noun = noun;
  }

  /** Shows that so many are done; a total below 1 is one that nobody knows. */
  void show(long done, long total) {
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
    int filled = (int) (part * BAR / total);
    line(
        String.format(
            Locale.ROOT,
            "[%s%s] %,d of %,d %s",
            "#".repeat(filled),
            ".".repeat(BAR - filled),
            done,
            total,
            noun));
  }

  /** Leaves what was redrawn standing. */
  void done() {
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
    out.print(terminal ? "\r" + text : text + System.lineSeparator());
    out.flush();
  }
}
