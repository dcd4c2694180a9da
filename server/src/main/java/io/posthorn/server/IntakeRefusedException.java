package io.posthorn.server;

import java.time.Duration;

/**
 * Events that are not taken in now, though nothing is wrong with them. Nothing of the request is
 * stored; whoever sends it again after a while may have more luck.
 */
public final class IntakeRefusedException extends RuntimeException {
  private final int status;
  private final transient Duration retryAfter;

  /**
   * A refusal.
   *
   * @param status how HTTP says it: 429 where the customer is over its limits, 503 where the intake
   *     is full, 507 where the disk is
   * @param detail for a person
   */
  public IntakeRefusedException(int status, String detail, Duration retryAfter) {
    super(detail, null, false, false);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  public int status() {
    return status;
  }

  public String detail() {
    return String.valueOf(getMessage());
  }

  public Duration retryAfter() {
    return retryAfter;
  }
}
