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
    line(
        String.format(
            Locale.ROOT, "%s %,d of %,d %s", bar((double) part / total), done, total, noun));
  }

  /** Shows that so many are done and which share of all that is; none is one that nobody knows. */
  void showShare(long done, double share) {
    if (share <= 0) {
      showCount(done);
      return;
    }
    long step = (long) (Math.min(share, 1) * (terminal ? 200 : 10));
    if (step != drawn) {
      drawn = step;
      line(String.format(Locale.ROOT, "%s %.0f %%, %,d %s", bar(share), share * 100, done, noun));
    }
  }

  private static String bar(double share) {
    int filled = (int) (Math.min(share, 1) * BAR);
    return "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "]";
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
