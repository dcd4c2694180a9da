package io.posthorn.engine.error;

import java.time.Duration;

/** The reason for refusing a valid call. */
public enum Refusal {
  INTAKE_FULL("Too many events are waiting to be stored; retry in 1 s.", 1),
  VOLUME_FULL("The server's disk is nearly full; free some space, then retry.", 30),
  STOPPED("The server is stopping; retry in 30 s.", 30),
  FAILED("The server has failed and must be restarted; retry in 30 s.", 30),
  STARTING("The node is starting; retry in 2 s.", 2),
  /** A node with the data is unreachable; others take over within seconds. */
  UNREACHABLE("A node that this call needs is unreachable; retry in 2 s.", 2),
  /** The call may have taken effect, or may still do so; it can be retried with the same ids. */
  OUTCOME_UNKNOWN("The call timed out and may still take effect; check before you repeat it.", 1),
  /** A customer sends more events than its rate allows. */
  OVER_RATE("The customer is at its limit of events per second; retry in 1 s.", 1),
  /** A customer has too many waiting messages. */
  OVER_LIMIT("The customer is at its limit of waiting messages; retry in 10 s.", 10);

  private final String sentence;
  private final Duration retryAfter;

  Refusal(String sentence, int retryAfterSeconds) {
    this.sentence = sentence;
    this.retryAfter = Duration.ofSeconds(retryAfterSeconds);
  }

  /** The default text, for users. */
  public String sentence() {
    return sentence;
  }

  /** The default time to wait before a retry. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
