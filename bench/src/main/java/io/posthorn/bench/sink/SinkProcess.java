package io.posthorn.bench.sink;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.Child;
import io.posthorn.bench.process.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The receivers as the benchmark sees them. */
public final class SinkProcess implements AutoCloseable {
  /** Nothing that is measured takes longer to finish, unless it is lost. */
  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private final Child child;

  public SinkProcess(Path log) {
    child = Child.start(Sink.class, log);
  }

  /** What was counted so far; {@code lastAt} in microseconds since 1970. */
  public record Count(long messages, long bytes, long swallowed, long timed, long lastAt) {}

  /** How long events took from being posted to being received, in microseconds. */
  public record Timing(long count, long p50, long p90, long p99, long p999) {}

  public List<Integer> open(Behaviour behaviour, boolean timed, int ports) {
    List<Integer> numbers = new ArrayList<>(ports);
    for (String number :
        child.ask("open " + behaviour + " " + timed + " " + ports).split(" ", -1)) {
      numbers.add(Integer.valueOf(number));
    }
    return numbers;
  }

  public Count count() {
    String[] words = child.ask("count").split(" ", -1);
    return new Count(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]));
  }

  /** Since the last time that this was asked. */
  public Timing timing() {
    String[] words = child.ask("latencies").split(" ", -1);
    return new Timing(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]));
  }

  /** Waits until so many have come since a count, and fails if more come, or not all. */
  public Count await(Count since, long messages) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    Count count = count();
    while (count.messages() - since.messages() < messages) {
      if (System.nanoTime() - deadline > 0) {
        throw new BenchException(
            "accepted %,d and received %,d"
                .formatted(messages, count.messages() - since.messages()));
      }
      pause(5);
      count = count();
    }
    pause(50); // long enough for one too many to show up
    long received = count().messages() - since.messages();
    if (received != messages) {
      throw new BenchException("accepted %,d and received %,d".formatted(messages, received));
    }
    return count;
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  public Usage usage() {
    return new Usage(child.pid());
  }

  @Override
  public void close() {
    child.close();
  }
}
