package io.posthorn.sim.scenario;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** What became of one endpoint over time, fine enough to be drawn at any width. */
final class Strip {
  /**
   * From this length on, a terminal's slices are whole seconds, and failures need not be kept
   * finer.
   */
  private static final long COUNTED_IN_SECONDS = 1_000 * Durations.SECOND;

  private record Span(long from, Standing standing) {}

  private final long grain;
  private final BitSet failures = new BitSet();
  private final List<Span> spans = new ArrayList<>();

  Strip(long run) {
    grain = run < COUNTED_IN_SECONDS ? 1 : Durations.SECOND;
    spans.add(new Span(0, Standing.ENABLED));
  }

  void failure(long at) {
    failures.set(Math.toIntExact(at / grain));
  }

  void stands(long at, Standing standing) {
    spans.add(new Span(at, standing));
  }

  /** The worst that a slice of time has seen, as one character. */
  char look(long from, long to) {
    Standing worst = Standing.ENABLED;
    for (int i = 0; i < spans.size(); i++) {
      long until = i + 1 < spans.size() ? spans.get(i + 1).from() : Long.MAX_VALUE;
      boolean inside = spans.get(i).from() < to && until > from;
      if (inside && spans.get(i).standing().compareTo(worst) > 0) {
        worst = spans.get(i).standing();
      }
    }
    return switch (worst) {
      case ENABLED -> failed(from, to) ? 'x' : '.';
      case DISABLED -> 'D';
      case PAUSED -> 'P';
      case FROZEN -> 'F';
    };
  }

  private boolean failed(long from, long to) {
    int next = failures.nextSetBit(Math.toIntExact(from / grain));
    return next >= 0 && next * grain < to;
  }
}
