package io.posthorn.client;

/** A received message is not genuine: it should be answered with 4xx and not be looked at. */
public final class WebhookVerificationException extends RuntimeException {
  private final Reason reason;

  /** What is wrong with a message. */
  public enum Reason {
    /** A header is missing or malformed. */
    HEADERS,
    /** No signature fits any of the secrets. */
    SIGNATURE,
    /** It is signed, but its time is too far from now. */
    TIMESTAMP
  }

  WebhookVerificationException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
