package io.posthorn.core.subscription;

/** The shape of a message's body. Numbers are stored and never reused. */
public enum PayloadFormat {
  /** Workfront's envelope with both states. */
  WORKFRONT(1, "workfront"),
  /** Standard Webhooks: {@code {type, timestamp, data}}. */
  STANDARD(2, "standard"),
  /** The state alone. */
  RAW(3, "raw");

  private final int number;
  private final String text;

  PayloadFormat(int number, String text) {
    this.number = number;
    this.text = text;
  }

  public int number() {
    return number;
  }

  /** As the API says it. */
  public String text() {
    return text;
  }
}
