package io.posthorn.sender.http1;

import java.time.Duration;

/**
 * The limits for reading a response's body.
 *
 * @param bytes the body bytes to read before the connection is closed
 * @param time the time to read the body, from the end of the head
 * @param kept the bytes to keep from the body's start
 */
public record ResponseLimits(int bytes, Duration time, int kept) {
  public static final ResponseLimits DEFAULT =
      new ResponseLimits(64 * 1_024, Duration.ofSeconds(5), 1_024);
}
