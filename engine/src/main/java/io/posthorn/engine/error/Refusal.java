package io.posthorn.engine.error;

import java.time.Duration;

/** The reason for refusing a valid call. */
public enum Refusal {
  INTAKE_FULL("Too many events wait to be stored; retry in 1 s.", 1),
  VOLUME_FULL("The volume of the store is nearly full; free some space.", 30),
  STOPPED("The server is stopping.", 30),
  FAILED("The server has failed; restart it.", 30),
  STARTING("The node is starting; retry in 2 s.", 2),
  /** A node with the data is unreachable; others take over within seconds. */
  UNREACHABLE("A node that this call needs is unreachable; retry in 2 s.", 2),
  /** The call may or may not have had an effect; it can be retried with the same ids. */
  UNANSWERED("No reply in time; the call may or may not have had an effect.", 1),
  /** A customer is over one of its limits. */
  OVER_LIMIT("The customer is over its limit; retry in 10 s.", 10);

  private final String sentence;
  private final Duration retryAfter;

  Refusal(String sentence, int retryAfterSeconds) {
    this.sentence = sentence;
    this.retryAfter = Duration.ofSeconds(retryAfterSeconds);
  }

  /** The default text, for people. */
  public String sentence() {
    return sentence;
  }

  /** The default time to wait before a retry. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
