package io.posthorn.bench.receivers;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.HelperProcess;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.testkit.Latencies;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The handle on the {@link ReceiversMain} process. */
public final class ReceiversProcess implements AutoCloseable {
  /** The time of a post that receivers with latencies refuse. */
  public static final long POISON = 0;

  /** A message that takes longer than this is lost. */
  private static final long TIMEOUT_NANOS = 120_000_000_000L;

  private final HelperProcess child;

  public ReceiversProcess(Path log) {
    child = HelperProcess.start(ReceiversMain.class, log);
  }

  /** The kinds of receivers. */
  public enum Kind {
    /** Responds at once. */
    PROMPT,
    /** Responds after two seconds. */
    SLOW,
    /** Accepts requests and never responds. */
    TARPIT,
    /** Refuses connections. */
    DEAD
  }

  /**
   * Counts since the start.
   *
   * @param messages requests with a response
   * @param timed those at ports that record latencies
   * @param lastAt the time of the last response, in microseconds since 1970
   */
  public record Count(long messages, long bytes, long timed, long lastAt) {}

  /**
   * Opens ports.
   *
   * @param timed whether latencies are recorded
   */
  public List<Integer> open(Kind kind, boolean timed, int ports) {
    List<Integer> numbers = new ArrayList<>(ports);
    for (String number : child.call("open " + kind + " " + timed + " " + ports).split(" ", -1)) {
      numbers.add(Integer.valueOf(number));
    }
    return numbers;
  }

  public Count count() {
    String[] words = child.call("count").split(" ", -1);
    return new Count(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]));
  }

  /** The latencies since the last call. */
  public Latencies.Percentiles latencies() {
    String[] words = child.call("latencies").split(" ", -1);
    return new Latencies.Percentiles(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]),
        Long.parseLong(words[5]));
  }

  /**
   * Waits until exactly {@code messages} have arrived since a count; fails on too few or too many.
   */
  public Count await(Count since, long messages) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    Count count = count();
    while (count.messages() - since.messages() < messages) {
      if (System.nanoTime() - deadline > 0) {
        throw new BenchException(
            "%,d messages were accepted but %,d were received"
                .formatted(messages, count.messages() - since.messages()));
      }
      pause(5);
      count = count();
    }
    pause(50); // long enough for a duplicate to arrive
    long received = count().messages() - since.messages();
    if (received != messages) {
      throw new BenchException(
          "%,d messages were accepted but %,d were received".formatted(messages, received));
    }
    return count;
  }

  /** Waits until a number of requests have arrived since a count at ports that record latencies. */
  public void awaitTimed(Count since, long messages) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    long received = count().timed() - since.timed();
    while (received < messages && System.nanoTime() - deadline < 0) {
      pause(10);
      received = count().timed() - since.timed();
    }
    if (received != messages) {
      throw new BenchException(
          "%,d messages were accepted but %,d were received".formatted(messages, received));
    }
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
