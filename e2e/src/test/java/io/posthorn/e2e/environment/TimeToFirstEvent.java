package io.posthorn.e2e.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/**
 * The time from an artefact as it was downloaded to its first delivered event: unpacking or
 * installing it, starting it, a subscription and an event. New users should need less than a
 * minute, on a machine that does nothing else; the processor time that other processes take
 * meanwhile does not count.
 */
public record TimeToFirstEvent(String artefact, long began, ProcessorTime atStart) {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  public static TimeToFirstEvent of(String artefact) {
    return new TimeToFirstEvent(artefact, System.nanoTime(), ProcessorTime.now());
  }

  /** Prints the time, and requires that it is below the limit. */
  public void delivered() {
    Duration time = Duration.ofNanos(System.nanoTime() - began);
    Duration others = ProcessorTime.now().takenByOthersSince(atStart);
    System.out.printf(
        "%s: first event delivered after %d ms, of which other processes took %d ms%n",
        artefact, time.toMillis(), others.toMillis());
    assertThat(time.minus(others)).as(artefact).isLessThan(LIMIT);
  }
}
