package io.posthorn.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/**
 * The time that tests wait for what must come: long enough for a machine that is busy with other
 * things, since waiting costs nothing where all is well.
 */
public final class Patience {
  public static final Duration LONG = Duration.ofSeconds(60);

  private Patience() {}

  /** Waits until a condition holds. */
  public static void until(String what, Callable<Boolean> holds) {
    until(what, LONG, holds);
  }

  /** Waits until a condition holds, for another time at most. */
  public static void until(String what, Duration atMost, Callable<Boolean> holds) {
    Awaitility.await(what).atMost(atMost).pollInterval(Duration.ofMillis(10)).until(holds);
  }
}
