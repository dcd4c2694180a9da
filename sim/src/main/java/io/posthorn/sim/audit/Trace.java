package io.posthorn.sim.audit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** All that crossed the boundary, as one number, and the last lines of it as text. */
public final class Trace {
  private static final int LINES = 40;

  private record Line(long elapsed, Object what) {
    @Override
    public String toString() {
      return "%15.3f s  %s".formatted(elapsed / 1000.0, TraceText.of(what));
    }
  }

  private final Deque<Line> latest = new ArrayDeque<>();
  private final Consumer<Object> listener;
  private long hash = 0xCBF29CE484222325L;

  /**
   * A trace.
   *
   * @param listener is shown every line, whose text is made only where it asks for it
   */
  public Trace(Consumer<Object> listener) {
    this.listener = listener;
  }

  /** Takes note of something that crossed the boundary at a moment. */
  public void note(long elapsed, Object what) {
    mix(elapsed);
    TraceText.mix(what, this);
    Line line = new Line(elapsed, what);
    latest.addLast(line);
    listener.accept(line);
    if (latest.size() > LINES) {
      latest.removeFirst();
    }
  }

  void mix(long value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
    hash ^= hash >>> 29;
  }

  void mix(String text) {
    for (int i = 0; i < text.length(); i++) {
      mix(text.charAt(i));
    }
  }

  /** The number. The same seed gives the same one, on any machine. */
  public long hash() {
    return hash;
  }

  public List<String> lastLines() {
    return latest.stream().map(Line::toString).toList();
  }
}
