package io.posthorn.embedded;

/** Why an engine takes nothing in. */
public enum Refusal {
  INTAKE_FULL("Too many events wait to be stored: try again in a moment."),
  VOLUME_FULL("The volume of the store is nearly full: free some space."),
  STOPPED("The server is stopping."),
  FAILED("The server has failed and must be started again.");

  private final String sentence;

  Refusal(String sentence) {
    this.sentence = sentence;
  }

  /** For a person. */
  public String sentence() {
    return sentence;
  }
}
