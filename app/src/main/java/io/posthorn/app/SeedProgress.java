package io.posthorn.app;

import io.posthorn.sim.SeedResult;
import io.posthorn.sim.SeedSweep;
import io.posthorn.sim.SimulationFailure;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * A progress bar for a sweep of seeds: redrawn in place on a terminal, otherwise one line per
 * tenth.
 */
final class SeedProgress implements SeedSweep.Progress {
  private static final int BAR = 40;

  private final PrintWriter out;
  private final long count;

  @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null without a terminal
  private final boolean terminal = System.console() != null;

  private long done;
  private long failed;
  private long drawn = -1;

  SeedProgress(PrintWriter out, long count) {
    this.out = out;
    this.count = count;
  }

  @Override
  public void passed(SeedResult result) {
    done++;
    draw();
  }

  @Override
  public void failed(SimulationFailure failure) {
    done++;
    failed++;
    draw();
  }

  void done() {
    if (terminal) {
      out.println();
    }
    out.flush();
  }

  private void draw() {
    long steps = terminal ? 200 : 10;
    long step = done * steps / count;
    if (step == drawn || count == 1) {
      return;
    }
    drawn = step;
    int filled = (int) (done * BAR / count);
    String bar = "#".repeat(filled) + ".".repeat(BAR - filled);
    out.printf(
        Locale.ROOT,
        "%s[%s] %,d of %,d seeds, %,d failed%s",
        terminal ? "\r" : "",
        bar,
        done,
        count,
        failed,
        terminal ? "" : System.lineSeparator());
    out.flush();
  }
}
