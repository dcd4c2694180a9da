package io.posthorn.core.subscription;

import java.util.Optional;

/** The shape of a message's body. Numbers are stored and never reused. */
public enum PayloadFormat {
  /** Workfront's envelope with both states. */
  WORKFRONT(1, "workfront"),
  /** Standard Webhooks: {@code {type, timestamp, data}}. */
  STANDARD(2, "standard"),
  /** The state alone. */
  RAW(3, "raw"),
  /** A sentence for an incoming webhook of Slack; for operational events only. */
  SLACK(4, "slack"),
  /** CloudEvents 1.0 in structured mode. */
  CLOUDEVENTS(5, "cloudevents");

  private final int number;
  private final String text;

  PayloadFormat(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /** The format of that name, as used in the API; empty for any other text. */
  public static Optional<PayloadFormat> parse(String text) {
    for (PayloadFormat format : values()) {
      if (format.text.equals(text)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  public int number() {
    return number;
  }

  /** The media type of a body in this format. */
  public String mediaType() {
    return this == CLOUDEVENTS ? "application/cloudevents+json" : "application/json";
  }

  /** The name used in the API. */
  public String text() {
    return text;
  }
}
