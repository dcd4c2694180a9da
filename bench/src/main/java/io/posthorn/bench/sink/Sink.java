package io.posthorn.bench.sink;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.Control;
import java.io.IOException;

/** The process of the receivers. Orders: {@code open}, {@code count}, {@code latencies}. */
public final class Sink {
  private Sink() {}

  public static void main(String[] arguments) throws IOException {
    SinkLoop loop = new SinkLoop();
    Thread.ofPlatform().daemon().name("sink").start(loop);
    Control.obey(words -> carryOut(loop, words));
  }

  private static String carryOut(SinkLoop loop, String[] words) throws IOException {
    return switch (words[0]) {
      case "open" -> open(loop, words);
      case "count" -> {
        Tally.Counts counts = loop.tally().counts();
        yield "%d %d %d %d %d"
            .formatted(
                counts.count(),
                counts.bytes(),
                counts.swallowed(),
                counts.timed(),
                counts.lastAt());
      }
      case "latencies" -> loop.tally().latencies();
      default -> throw new BenchException("no such order: " + words[0]);
    };
  }

  /** Opens so many ports, and says which. */
  private static String open(SinkLoop loop, String[] words) throws IOException {
    Behaviour behaviour = Behaviour.valueOf(words[1]);
    boolean timed = Boolean.parseBoolean(words[2]);
    StringBuilder ports = new StringBuilder();
    for (int left = Integer.parseInt(words[3]); left > 0; left--) {
      ports.append(ports.isEmpty() ? "" : " ").append(loop.open(behaviour, timed));
    }
    return ports.toString();
  }
}
