package io.posthorn.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/**
 * Waiting for a condition in tests. The time limit is generous for busy machines; a test that
 * passes does not wait that long.
 */
public final class Await {
  public static final Duration TIMEOUT = Duration.ofSeconds(60);

  private Await() {}

  /** Waits until a condition holds. */
  public static void until(String what, Callable<Boolean> holds) {
    until(what, TIMEOUT, holds);
  }

  /** Waits until a condition holds, up to a given time limit. */
  public static void until(String what, Duration atMost, Callable<Boolean> holds) {
    Awaitility.await(what).atMost(atMost).pollInterval(Duration.ofMillis(10)).until(holds);
  }
}
