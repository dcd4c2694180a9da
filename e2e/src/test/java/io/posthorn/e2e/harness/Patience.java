package io.posthorn.e2e.harness;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/**
 * How long tests wait for what must come: long enough for a machine that is busy with other things,
 * since waiting costs nothing where all is well.
 */
public final class Patience {
  public static final Duration LONG = Duration.ofSeconds(60);

  private Patience() {}

  /** Waits until something holds. */
  public static void until(String what, Callable<Boolean> holds) {
    Awaitility.await(what).atMost(LONG).pollInterval(Duration.ofMillis(10)).until(holds);
  }
}
