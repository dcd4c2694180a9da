package io.posthorn.e2e.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/**
 * The time from an artefact as it was downloaded to its first delivered event: unpacking or
 * installing it, starting it, a subscription and an event. New users should need less than a
 * minute.
 */
public record TimeToFirstEvent(String artefact, long began) {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  public static TimeToFirstEvent of(String artefact) {
    return new TimeToFirstEvent(artefact, System.nanoTime());
  }

  /** Prints the time, and requires that it is below the limit. */
  public void delivered() {
    Duration time = Duration.ofNanos(System.nanoTime() - began);
    System.out.printf("%s: first event delivered after %d ms%n", artefact, time.toMillis());
    assertThat(time).as(artefact).isLessThan(LIMIT);
  }
}
