package io.posthorn.sender.http1;

import java.time.Duration;

/**
 * How much of a response is read after its head. What goes beyond is not waited for.
 *
 * @param bytes of the body, before the connection is closed instead
 * @param time for the body, after the head came
 * @param kept of the body, at its start
 */
public record ResponseLimits(int bytes, Duration time, int kept) {
  public static final ResponseLimits DEFAULT =
      new ResponseLimits(64 * 1_024, Duration.ofSeconds(5), 1_024);
}
