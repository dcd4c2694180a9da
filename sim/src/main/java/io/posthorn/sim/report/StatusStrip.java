package io.posthorn.sim.report;

import io.posthorn.core.text.DurationText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The states and failures of one endpoint over time, fine enough to be drawn at any width. */
final class StatusStrip {
  /** The state that Posthorn gives an endpoint; the worst, which a slice shows, is last. */
  enum Status {
    ENABLED("enabled"),
    DISABLED("disabled"),
    PAUSED("paused"),
    FROZEN("frozen");

    final String text;

    Status(String text) {
      this.text = text;
    }

    boolean held() {
      return this != ENABLED;
    }
  }

  /**
   * From this length on, a terminal's slices are whole seconds, and failures need not be kept
   * finer.
   */
  private static final long COUNTED_IN_SECONDS = 1_000 * DurationText.SECOND;

  private record Span(long from, Status status) {}

  private final long grain;
  private final BitSet failures = new BitSet();
  private final List<Span> spans = new ArrayList<>();

  StatusStrip(long run) {
    grain = run < COUNTED_IN_SECONDS ? 1 : DurationText.SECOND;
    spans.add(new Span(0, Status.ENABLED));
  }

  void failure(long at) {
    failures.set(Math.toIntExact(at / grain));
  }

  void changed(long at, Status status) {
    spans.add(new Span(at, status));
  }

  /** The worst state in a slice of time, as one character. */
  char symbol(long from, long to) {
    Status worst = Status.ENABLED;
    for (int i = 0; i < spans.size(); i++) {
      long until = i + 1 < spans.size() ? spans.get(i + 1).from() : Long.MAX_VALUE;
      boolean inside = spans.get(i).from() < to && until > from;
      if (inside && spans.get(i).status().compareTo(worst) > 0) {
        worst = spans.get(i).status();
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
