package io.posthorn.engine.error;

import java.time.Duration;

/** The reason why something is refused though nothing is wrong with it. */
public enum Refusal {
  INTAKE_FULL("Too many events wait to be stored: try again in a moment.", 1),
  VOLUME_FULL("The volume of the store is nearly full: free some space.", 30),
  STOPPED("The server is stopping.", 30),
  FAILED("The server has failed and must be started again.", 30),
  STARTING("The node is starting: try again.", 2),
  /** A node that has what was asked for cannot be reached; others take over within seconds. */
  UNREACHABLE("A node that is needed for this cannot be reached now: try again.", 2),
  /** It may or may not have happened, and can be tried again with the same ids. */
  UNANSWERED("There was no answer in time.", 1),
  /** A customer is over one of its limits. */
  OVER_LIMIT("The customer is over its limit: try again later.", 10);

  private final String sentence;
  private final Duration retryAfter;

  Refusal(String sentence, int retryAfterSeconds) {
    this.sentence = sentence;
    this.retryAfter = Duration.ofSeconds(retryAfterSeconds);
  }

  /** For a person, where nothing more is known. */
  public String sentence() {
    return sentence;
  }

  /** When it is worth trying again, where nothing more is known. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
