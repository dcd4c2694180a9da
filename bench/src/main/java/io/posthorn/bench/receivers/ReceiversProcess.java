package io.posthorn.bench.receivers;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.Child;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.testkit.Latencies;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The receivers as the benchmark sees them. */
public final class ReceiversProcess implements AutoCloseable {
  /** Nothing that is measured takes longer to finish, unless it is lost. */
  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private final Child child;

  public ReceiversProcess(Path log) {
    child = Child.start(ReceiversMain.class, log);
  }

  /** The kinds of receivers. */
  public enum Kind {
    /** Responds at once. */
    PROMPT,
    /** Responds after two seconds. */
    SLOW,
    /** Takes requests and never responds. */
    TARPIT,
    /** Refuses connections. */
    DEAD
  }

  /**
   * Counts since the start.
   *
   * @param messages requests that have got a response
   * @param timed those of them at ports where arrivals are timed
   * @param lastAt the last response, in microseconds since 1970
   */
  public record Count(long messages, long bytes, long timed, long lastAt) {}

  /**
   * Opens ports.
   *
   * @param timed whether the time from each post to its arrival is recorded
   */
  public List<Integer> open(Kind kind, boolean timed, int ports) {
    List<Integer> numbers = new ArrayList<>(ports);
    for (String number : child.ask("open " + kind + " " + timed + " " + ports).split(" ", -1)) {
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
        Long.parseLong(words[3]));
  }

  /** The times from posts to arrivals since this was last called. */
  public Latencies.Percentiles latencies() {
    String[] words = child.ask("latencies").split(" ", -1);
    return new Latencies.Percentiles(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]),
        Long.parseLong(words[5]));
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

  public ProcessUsage usage() {
    return new ProcessUsage(child.pid());
  }

  @Override
  public void close() {
    child.close();
  }
}
