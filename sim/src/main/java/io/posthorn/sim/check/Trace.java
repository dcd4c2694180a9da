package io.posthorn.sim.check;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.world.SimulatedClock;
import io.posthorn.sim.world.TurnRecord;
import io.posthorn.sim.world.World;
import io.posthorn.sim.world.WorldListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** A hash of everything that crossed the boundary of a host, and its last lines as text. */
public final class Trace implements WorldListener {
  private static final int LINES = 40;

  private record Line(long elapsed, Object what) {
    @Override
    public String toString() {
      return "%15.3f s  %s".formatted(elapsed / 1000.0, TraceText.of(what));
    }
  }

  private final SimulatedClock clock;
  private final Deque<Line> latest = new ArrayDeque<>();
  private final Consumer<Object> reader;
  private long hash = 0xCBF29CE484222325L;

  /**
   * Creates an empty trace.
   *
   * @param reader is given every line; the line's text is only made by its {@code toString}
   */
  public Trace(SimulatedClock clock, Consumer<Object> reader) {
    this.clock = clock;
    this.reader = reader;
  }

  @Override
  public void opened(World world) {
    note("the host starts, its clock says " + world.now());
  }

  @Override
  public void turning(List<Command> batch) {
    batch.forEach(this::note);
  }

  @Override
  public void released(TurnRecord turn, Effect effect) {
    note(effect);
  }

  @Override
  public void crashed(long survivingCommit) {
    note("the host dies, commit " + survivingCommit + " survives");
  }

  @Override
  public void clockSet(long jump) {
    note("the wall clock jumps by " + jump + " ms");
  }

  private void note(Object what) {
    mix(clock.elapsed());
    TraceText.mix(what, this);
    Line line = new Line(clock.elapsed(), what);
    latest.addLast(line);
    reader.accept(line);
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

  /** The hash. The same seed gives the same one, on any machine. */
  public long hash() {
    return hash;
  }

  public List<String> lastLines() {
    return latest.stream().map(Line::toString).toList();
  }
}
